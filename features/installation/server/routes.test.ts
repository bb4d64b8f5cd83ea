import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { mark } from '#kit/server/projections/mark.ts'
import { stage } from '#testing/stage.ts'
import { serverChecks } from '../check-contract.ts'
import { installation } from '../contract.ts'
import { checkNames, found } from '../domain.ts'

const set = stage()

test('returns its configuration without sign-in', async () => {
  const { stranger } = await set()

  expect(await stranger.call(installation.config)).toEqual({
    publicUrl: '',
    observerGuideUrl: '',
    answersRefreshMs: 60_000,
    version: 'test',
  })
})

test('tells anyone that the server is healthy without a replica', async () => {
  const { stranger, figures: counted } = await set()
  await counted()

  const figures = { waiting: 0, ageSeconds: 0 }
  const well = { status: 'ok', replica: null, connections: null, figures, backups: null }
  expect(await stranger.call(installation.health)).toEqual(well)
})

test('checks the installation for organisers alone', async () => {
  const { ana, sanda, calin, gelu, bogdan, stranger } = await set()

  const checks = await ana.call(serverChecks.list)

  expect(checks.map(({ check }) => check)).toEqual(checkNames)
  expect(checks).toContainEqual(found('migrationsFine'))
  expect(checks).toContainEqual(found('backupUnset'))
  for (const person of [sanda, calin, gelu, bogdan, stranger])
    await expect(person.call(serverChecks.list)).rejects.toMatchObject({
      status: person === stranger ? 401 : 403,
    })
})

test('health and metrics say how many marks wait and how long the oldest has', async () => {
  const cast = await set()
  await cast.figures()
  await cast.database.write(async (tx) => {
    await mark(tx, 1, { name: 'stations' }, [1, 2, 3])
    await sql`update marks set marked_at = now() - interval '100 seconds'`.execute(tx)
  })
  const measured = async () => (await cast.stranger.send({ url: '/metrics' })).body

  const { figures } = await cast.stranger.call(installation.health)
  expect(figures.waiting).toBe(3)
  expect(figures.ageSeconds).toBeGreaterThanOrEqual(100)
  expect(await measured()).toMatch(/^veghe_marks_waiting 3$/m)
  expect(await measured()).toMatch(/^veghe_figures_age_seconds 1\d\d(\.\d+)?$/m)
  await cast.figures()
  expect(await measured()).toMatch(/^veghe_marks_waiting 0$/m)
  expect(await measured()).toMatch(/^veghe_figures_age_seconds 0$/m)
})

test('reports metrics of its own calls and process, not of another server’s calls', async () => {
  const [asked, neighbour] = [await set(), await set()]
  await asked.stranger.call(installation.health)

  const measures = async ({ stranger }: typeof asked) =>
    (await stranger.send({ url: '/metrics' })).body
  const [own, others] = [await measures(asked), await measures(neighbour)]

  for (const text of [own, others]) {
    expect(text).toMatch(/^process_resident_memory_bytes \d+$/m)
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds \S+$/m)
  }
  const healthCalls = /^veghe_http_request_seconds_count\{[^}]*route="\/health"[^}]*\} 1$/m
  expect(own).toMatch(healthCalls)
  expect(others).not.toMatch(healthCalls)
})
