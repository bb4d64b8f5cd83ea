import { expect, test } from 'vitest'
import { colourOf, stepsOf } from './steps.ts'

test.each([
  [
    [0.3, 0.51],
    [0, 0.01, 0.2, 0.21, 1],
    [0, 1, 1, 2, 5],
  ],
  [
    [0.02, 0.1],
    [0, 0.01, 0.02, 0.05, 0.1],
    [0, 1, 1, 3, 5],
  ],
  [[0.101], [0.05, 0.051, 0.25], [1, 2, 5]],
  [[], [0, 1], [0, 5]],
])('divides shares of %j into equal steps up to a round maximum', (shares, values, colours) => {
  const steps = stepsOf('share', shares)

  expect(steps).toHaveLength(5)
  expect(values.map((value) => colourOf(value, steps))).toEqual(colours)
})

test('counts are divided so that each step has about as many counties', () => {
  const values = [0, 1, 2, 3, 4, 5, 60, 70, 80, 90, 1000]
  const steps = stepsOf('count', values)

  expect(values.map((value) => colourOf(value, steps))).toEqual([0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5])
})

test('few different counts have no more steps than that', () => {
  expect(stepsOf('count', [0, 3, 3])).toEqual([{ from: 3, to: 3 }])
  expect(stepsOf('count', [0, 0])).toEqual([])
})
