import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { aiud, answerOf, send } from '#features/answers/server/testing.ts'
import { pollOptions } from '#testing/polling.ts'
import { type Stage, stage } from '#testing/stage.ts'
import { history } from '../../contract.ts'
import { askForProof } from '../runs.ts'
import { sealAll, tamper } from '../testing.ts'

const set = stage()

/** Waits for the last proof requested by this account. */
const provedBy = ({ ana }: Stage, askedBy: string | null) =>
  vi.waitFor(async () => {
    const { last, running } = await ana.call(history.proofs)
    expect([running, last?.askedBy]).toEqual([null, askedBy])
    return last!
  }, pollOptions)

async function reported(): Promise<Stage> {
  const cast = await set()
  await send(cast.bogdan, answerOf(cast, aiud, 'A2.2', 'Nu, la=7:40'))
  await cast.ana.token()
  await sealAll(cast)
  return cast
}

test('runs a proof for an organiser and returns its result', async () => {
  const cast = await reported()
  await cast.startJobs()

  expect(await cast.ana.call(history.prove)).toEqual({ isBegun: true })

  const last = await provedBy(cast, 'ana')
  expect(last).toMatchObject({ compared: 1, faults: 0, findings: { rows: [], chain: [] } })
  expect(last.position).toBeGreaterThan(1)
})

test('reports a difference with its station and report, without the written text', async () => {
  const cast = await reported()
  await tamper(cast.database, sql`update answers set text = 'o oră mai târziu'`)
  await cast.startJobs()
  await cast.ana.call(history.prove)

  const { faults, findings } = await provedBy(cast, 'ana')

  expect(faults).toBe(1)
  expect(findings!.rows[0]).toMatch(/^election 1, station AB1 1, report 1 of .*: text differs$/)
  expect(JSON.stringify(findings)).not.toContain('târziu')
})

test('runs one proof at a time, which can be stopped', async () => {
  const cast = await reported()
  const expected = [await cast.ana.call(history.prove), await cast.ana.call(history.prove)]
  expect(expected).toEqual([{ isBegun: true }, { isBegun: false }])
  expect((await cast.ana.call(history.proofs)).running).toMatchObject({ askedBy: 'ana' })

  expect(await cast.ana.call(history.stopProving)).toEqual({ isStopped: true })

  expect(await cast.ana.call(history.proofs)).toEqual({ running: null, last: null, failedAt: null })
  await cast.startJobs()
  expect(await cast.ana.call(history.prove)).toEqual({ isBegun: true })
  await provedBy(cast, 'ana')
})

test('starts a proof once each night without a request', async () => {
  const cast = await reported()
  const proofs = async () => {
    const { rows } = await sql<{ askedBy: string | null; state: string }>`
      select asked_by, state from proofs order by id`.execute(cast.database.primary)
    return rows
  }
  // Bucharest is two hours ahead in November.
  cast.clock.now = new Date('2026-11-23T01:30:00Z')
  const jobs = await cast.startJobs()
  const byNight = { askedBy: null, state: 'done' }
  await vi.waitFor(async () => expect(await proofs()).toEqual([byNight]), pollOptions)
  await jobs.stop()
  cast.clock.now = new Date('2026-11-23T03:30:00Z')

  await cast.startJobs()

  await cast.database.write((tx) => askForProof(tx, { askedBy: 'ana', now: cast.clock.now }))
  const expected = { askedBy: 'ana', state: 'done' }
  await vi.waitFor(async () => expect(await proofs()).toEqual([byNight, expected]), pollOptions)
})

test('runs the nightly proof even after the clock was set back', async () => {
  const cast = await reported()
  const ahead = new Date('2027-11-23T01:30:00Z')
  await cast.database.write((tx) => askForProof(tx, { askedBy: 'ana', now: ahead }))
  await tamper(cast.database, sql`update proofs set state = 'failed'`)
  cast.clock.now = new Date('2026-11-23T01:30:00Z')

  await cast.startJobs()

  await vi.waitFor(async () => {
    const { rows } = await sql`
      select from proofs where asked_by is null and state = 'done'`.execute(cast.database.primary)
    expect(rows).toHaveLength(1)
  }, pollOptions)
})

test('gives up a proof after its process died, and reports the failure', async () => {
  const cast = await reported()
  const begun = cast.clock.now
  await cast.ana.call(history.prove)
  cast.clock.now = new Date(cast.clock.now.getTime() + 180_000)

  expect(await cast.ana.call(history.prove)).toEqual({ isBegun: true })

  expect((await cast.ana.call(history.proofs)).failedAt).toEqual(begun)
  await cast.startJobs()
  await provedBy(cast, 'ana')
  expect((await cast.ana.call(history.proofs)).failedAt).toBeNull()
})

test('lets only users with the right to set up start a proof', async () => {
  const { calin, bogdan } = await set()

  for (const person of [calin, bogdan])
    for (const ask of [history.prove, history.stopProving, history.proofs])
      await expect(person.call(ask)).rejects.toMatchObject({ code: 'session.forbidden' })
})
