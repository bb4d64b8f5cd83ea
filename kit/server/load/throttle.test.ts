import { expect, test } from 'vitest'
import { throttleToHalf } from './throttle.ts'

/** What has happened when it has worked for a while and then rested: timers go off in the order in which they are due. */
async function afterRest(rest: () => Promise<void>): Promise<readonly string[]> {
  const happened: string[] = []
  const until = performance.now() + 60
  while (performance.now() < until);
  setTimeout(() => happened.push('somebody had their turn'), 30)
  await rest()
  return happened
}

test('what goes on beside reports rests as long as it has worked', async () => {
  expect(await afterRest(throttleToHalf())).toEqual(['somebody had their turn'])
})

test('where nobody is in its way it goes on', async () => {
  expect(await afterRest(throttleToHalf(undefined, () => false))).toEqual([])
})

test('what is ended does not rest first', async () => {
  const ending = new AbortController()
  const rest = throttleToHalf(ending.signal)
  ending.abort(new Error('It is cancelled'))
  await expect(rest()).rejects.toThrow('It is cancelled')
})
