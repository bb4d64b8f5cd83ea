import { expect, test } from 'vitest'
import { throttleToHalf } from './throttle.ts'

/** The timers that fire during a rest after some work. Timers fire in the order in which they are due. */
async function afterRest(rest: () => Promise<void>): Promise<readonly string[]> {
  const happened: string[] = []
  const until = performance.now() + 60
  while (performance.now() < until);
  setTimeout(() => happened.push('other work ran'), 30)
  await rest()
  return happened
}

test('rests as long as it has worked beside reports', async () => {
  expect(await afterRest(throttleToHalf())).toEqual(['other work ran'])
})

test('does not rest when nothing waits for it', async () => {
  expect(await afterRest(throttleToHalf(undefined, () => false))).toEqual([])
})

test('skips the rest when it is cancelled', async () => {
  const ending = new AbortController()
  const rest = throttleToHalf(ending.signal)
  ending.abort(new Error('It is cancelled'))
  await expect(rest()).rejects.toThrow('It is cancelled')
})
