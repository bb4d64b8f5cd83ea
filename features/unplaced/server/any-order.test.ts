// @module-tag slow
import fc from 'fast-check'
import { test } from 'vitest'
import { stage } from '#testing/stage.ts'
import { wait } from './testing.ts'
import { anyAnswer, anyFacts, anyPlacing, Last, placeOne } from './testing-evening.ts'

const set = stage()

const anyEvening = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: anyAnswer },
    { weight: 4, arbitrary: anyFacts },
    { weight: 3, arbitrary: anyPlacing },
  ),
  { minLength: 3, maxLength: 24, size: 'max' },
)

test('keeps the last submission in any order of arrival and placement', async () => {
  await fc.assert(
    fc.asyncProperty(anyEvening, fc.nat({ max: 9 }), async (evening, which) => {
      const cast = await set()
      const last = new Last()
      for (const one of evening) {
        wait(cast, 1)
        await (one.kind === 'place' ? placeOne(cast, one.which) : last.say(cast, one))
      }
      while ((await placeOne(cast, which)) !== undefined) wait(cast, 1)

      await last.expectToStand(cast)
    }),
    { numRuns: 6, seed: 20_261_122 },
  )
}, 240_000)
