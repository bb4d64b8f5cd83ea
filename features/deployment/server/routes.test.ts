import { expect, test } from 'vitest'
import { stage } from '#testing/stage.ts'
import { deployment } from '../contract.ts'

const set = stage()

test('the web app is told about its deployment without signing in', async () => {
  const { stranger } = await set()

  expect(await stranger.call(deployment.config)).toEqual({
    publicUrl: '',
    observerGuideUrl: '',
    answersRefreshMs: 60_000,
    version: 'test',
  })
})

test('anybody may ask whether the server is well, which it is without a replica', async () => {
  const { stranger } = await set()

  const well = { status: 'ok', replica: null, connections: null }
  expect(await stranger.call(deployment.health)).toEqual(well)
})

test('a server tells of its own calls and of its process, and not of its neighbour’s calls', async () => {
  const [asked, neighbour] = [await set(), await set()]
  await asked.stranger.call(deployment.health)

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
