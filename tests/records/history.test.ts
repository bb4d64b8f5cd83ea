import { expect, test } from 'vitest'
import { features } from '#apps/server/features.ts'
import { aiud, answerOf, send } from '#features/answers/server/testing.ts'
import { differencesOf } from '#features/history/domain.ts'
import { labelOf, wordsOf } from '#features/history/web/words.ts'
import { notes } from '#features/notes/contract.ts'
import { visits } from '#features/visits/contract.ts'
import { allEndpoints, callerOf, contents } from '#testing/calls/endpoints.ts'
import { requestOf } from '#testing/calls/requests.ts'
import { onFlatMap, sampleCalls } from '#testing/calls/sample-calls.ts'
import { pollOptions } from '#testing/polling.ts'
import { passwords, pins, type Stage, stage } from '#testing/stage.ts'

const set = stage()
const { acts, fields, subjects } = wordsOf(features)
const endpoints = new Map((await allEndpoints()).filter(([, { method }]) => method !== 'GET'))

/** Reads that are POSTs, because their parameters are too long for a URL. */
const questions = [
  ...['observers.checkImport', 'notifications.reach'],
  ...['forms.losses', 'formFiles.read', 'translations.read'],
]

/** Changes that only the caller sees: history has no line of them. */
const unrecorded = ['alerts.markRead', 'alerts.set', 'answers.markSeen', 'milestones.nextToCall']

/** Tables of the machinery, without acts of people. */
const machinery = new Set(['history', 'history_seals'])

const kept = async (cast: Stage) =>
  (await contents(cast)).filter(({ name }) => !machinery.has(name))

const linesOf = ({ database }: Stage) =>
  database.primary.selectFrom('history').selectAll().orderBy('id').execute()

/** Makes the call as a permitted caller, and returns its effect on rows and history. */
async function doOne(name: string, cast: Stage) {
  const endpoint = endpoints.get(name)!
  const { files, ...call } = await sampleCalls[name]!(cast)
  const person = callerOf(endpoint, cast)
  await person.token()
  const before = { rows: await kept(cast), lines: await linesOf(cast) }
  const reply = await person.send(await requestOf(endpoint, call, files))
  const isChanged = JSON.stringify(await kept(cast)) !== JSON.stringify(before.rows)
  const lines = (await linesOf(cast)).slice(before.lines.length)
  return { status: reply.statusCode, body: reply.body, isChanged, lines }
}

test('has a sample for every call that changes something', () => {
  expect([...endpoints.keys()].filter((name) => !sampleCalls[name])).toEqual([])
  expect(Object.keys(sampleCalls).filter((name) => !endpoints.has(name))).toEqual([])
})

/** The faults in a call's effect, and in its history. */
async function faultsOf(name: string, cast: Stage): Promise<unknown[]> {
  const { status, body, isChanged, lines } = await doOne(name, cast)
  const isQuestion = questions.includes(name)
  const values = JSON.stringify(lines.map(({ before, after }) => [before, after]))
  const faults = [
    status >= 300 && ['is refused', status, body],
    isChanged === isQuestion && [isQuestion ? 'changes something' : 'changes nothing'],
    isChanged && lines.length === 0 && !unrecorded.includes(name) && ['is not told'],
    lines.some(({ actorName, act, subject, at }) => !(actorName && act && subject && at)) && [
      'lacks a field',
    ],
    lines.some(({ act }) => !Object.hasOwn(acts, act)) && ['has no sentence on the screen'],
    lines.some(({ subject }) => !Object.hasOwn(subjects, subject)) && ['is about nothing'],
    ...unnamedOf(lines).map((field) => ['has no word on the screen', field]),
    /parol|9876|1111/.test(values) && ['tells a secret', values],
  ]
  return faults.filter((fault) => fault !== false).map((fault) => [name, ...fault])
}

/** A sample that needs what an earlier call took away fails before the call. */
const isFaultless = (name: string, cast: Stage) =>
  faultsOf(name, cast).then(
    (faults) => faults.length === 0,
    () => false,
  )

/** The names in a line without a label on the screen, those inside lists included. */
const unnamedOf = (lines: Awaited<ReturnType<typeof linesOf>>): string[] => {
  const all = lines.flatMap(({ before, after }) => differencesOf(before, after))
  const names = all.flatMap(({ path, before, after }) => [...path, ...namesIn([before, after])])
  return [...new Set(names)].filter((name) => !labelOf(name, fields))
}

function namesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap(namesIn)
  // An answer is shown as its phone showed it.
  if ('questionId' in value && 'optionId' in value) return []
  return Object.entries(value).flatMap(([name, inner]) => [name, ...namesIn(inner)])
}

test.each([...new Set([...endpoints.keys()].map((name) => name.split('.')[0]!))])(
  'records author, time and subject of every change by a call of %s',
  { tags: 'slow' },
  async (group) => {
    const shared = await set()
    const faults: unknown[] = []
    for (const name of Object.keys(sampleCalls).filter((name) => name.startsWith(`${group}.`))) {
      const isFlat = onFlatMap.has(name)
      if (!isFlat && (await isFaultless(name, shared))) continue
      // An earlier call may have got in the way.
      faults.push(...(await faultsOf(name, await set(isFlat ? 'flat' : undefined))))
    }

    expect(faults).toEqual([])
  },
)

test('ignores a repeated submission from a phone, without a second history line', async () => {
  const cast = await set()
  const nowhere = { countyCode: 'XX', pollingStationNumber: 7 }
  const all = async () => {
    await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))
    await cast.bogdan.call(notes.write, { body: { ...aiud, text: 'Coadă' } })
    await cast.bogdan.call(notes.write, { body: { ...nowhere, text: 'Coadă' } })
    await cast.bogdan.call(visits.report, { body: { ...aiud, urbanArea: true } })
  }
  await all()
  const once = await linesOf(cast)

  await all()

  expect(await linesOf(cast)).toEqual(once)
  expect(once.map(({ act }) => act)).toEqual(
    expect.arrayContaining(['answers.received', 'notes.received', 'unplaced.received']),
  )
})

test('records refused sign-ins in the election’s history, never the password or PIN tried', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  await cast.startJobs()
  // A second before the quarter of an hour ends, when history records refused sign-ins.
  cast.clock.now = new Date('2026-11-22T09:14:59Z')
  const attempts = [
    { user: 'ana', password: `${passwords.ana}!` },
    { user: '0700 000 001', password: `${pins.bogdan}9`, uniqueId: 'x' },
  ]
  for (const payload of attempts)
    await cast.stranger.send({ method: 'POST', url: '/api/v2/access/authorize', payload })

  cast.clock.now = new Date('2026-11-22T09:15:02Z')

  const refused = async () => (await linesOf(cast)).filter(({ act }) => act === 'session.refused')
  await expect.poll(refused, pollOptions).toHaveLength(2)
  const lines = await refused()
  expect(lines).toMatchObject([
    { actorRole: 'stranger', actorName: 'ana', electionId: expect.any(Number) },
    { actorRole: 'stranger', actorName: '0700 000 001' },
  ])
  expect(JSON.stringify(lines)).not.toMatch(/parola|11119/)
})
