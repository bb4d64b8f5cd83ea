import { expect, test } from 'vitest'
import { stage } from '#apps/server/testing.ts'
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

  expect(await stranger.call(deployment.health)).toEqual({ status: 'ok', replica: null })
})
