import { expect, test } from 'vitest'
import { program } from '#features/keys/server/testing.ts'
import { session } from '#features/session/contract.ts'
import { isForKeys } from '#kit/contract/endpoint.ts'
import { type ForeignCalls, foreignReads, foreignWrites, open } from '#testing/calls/attacks.ts'
import { allEndpoints, contents } from '#testing/calls/endpoints.ts'
import { ask } from '#testing/calls/replies.ts'
import { setTwoCounties } from '#testing/evening/two-counties.ts'
import { setTwoOrganisations, type Theirs } from '#testing/evening/two-organisations.ts'
import { type Person, type Stage, stage } from '#testing/stage.ts'

const set = stage()
const endpoints = new Map(await allEndpoints())
const isForProgram = (name: string) =>
  isForKeys(endpoints.get(name)!, { isReadOnly: false }) && !aboutCaller.includes(name)

/** These name the account that asks, or leave it out. */
const aboutCaller = ['reviews.listReviewers', 'comments.listMentionable']

/** Without the moment of the figures, and the sheet that says who asked for a workbook. */
const comparable = ({ status, content }: { status: number; content: string }) =>
  `${status} ${content.replace(/"asOf":"[^"]*"/, '').replace(/\{"sheet":"Sursă".*$/, '')}`

/** The replies to each call that keys may make, with time for the rate limit in between. */
async function callAll({ clock }: Stage, some: ForeignCalls, theirs: Theirs, callers: Person[]) {
  const replies = []
  for (const [name, aimsOf] of Object.entries(some).filter(([name]) => isForProgram(name)))
    for (const aimed of aimsOf(theirs)) {
      clock.now = new Date(clock.now.getTime() + 200)
      const replied = []
      for (const caller of callers)
        replied.push(comparable(await ask(endpoints.get(name)!, caller, aimed)))
      replies.push({ name, aimed, replied })
    }
  return replies
}

test('shows a key exactly what an account with its counties sees, in every call', {
  tags: 'slow',
  timeout: 180_000,
}, async () => {
  const cast = await set()
  const theirs = await setTwoCounties(cast)
  const limits = { role: 'organiser', isReadOnly: false } as const
  const { calls } = await program(cast, cast.ana, { ...limits, countyCodes: ['CJ'] })

  const all = await callAll(cast, { ...foreignReads, ...open }, theirs, [cast.sanda, calls])

  expect(all.length).toBeGreaterThan(150)
  const others = all.filter(({ replied: [account, key] }) => key !== account)
  // Sanda sees the message that she sent herself.
  expect([...new Set(others.map(({ name }) => name))]).toEqual(['notifications.list'])
  expect(others.every(({ replied: [, key] }) => key?.startsWith('200 {"data":[],'))).toBe(true)
})

test('shows a key exactly what its organisation sees, and changes nothing of another', {
  tags: 'slow',
  timeout: 180_000,
}, async () => {
  const cast = await set()
  const theirs = await setTwoOrganisations(cast)
  const { ngoId } = await cast.calin.call(session.me)
  const limits = { role: 'ngo-administrator', ngoId, isReadOnly: false } as const
  const { calls } = await program(cast, cast.ana, limits)

  const all = await callAll(cast, { ...foreignReads, ...open }, theirs, [cast.calin, calls])

  expect(all.length).toBeGreaterThan(150)
  expect(all.filter(({ replied: [account, key] }) => key !== account)).toEqual([])
  const before = (await contents(cast)).filter(({ name }) => name !== 'access_keys')
  const written = await callAll(cast, foreignWrites, theirs, [calls])
  expect(written.filter(({ replied: [reply] }) => !reply?.startsWith('404 '))).toEqual([])
  expect((await contents(cast)).filter(({ name }) => name !== 'access_keys')).toEqual(before)
})
