import fc from 'fast-check'
import { expect, test } from 'vitest'
import { valuesOf } from './values-domain.ts'

const rows = (numbers: readonly number[]) =>
  numbers.map((value) => ({ value: String(value), reports: 1 }))

test('summarises numbers by median and quartiles, between values where there is none', () => {
  expect(valuesOf('whole', [...rows([10, 1, 3, 4]), { value: null, reports: 2 }])).toEqual({
    kind: 'whole',
    read: 4,
    unreadable: 2,
    summary: { minimum: 1, lowerQuartile: 2.5, median: 3.5, upperQuartile: 5.5, maximum: 10 },
    outliers: { below: -2, above: 10, reports: 0 },
    bars: ['1', '3', '4', '10'].map((from) => ({ from, until: null, reports: 1 })),
  })
})

test('calls numbers outliers beyond 1.5 times the distance of the quartiles', () => {
  const usual = rows([10, 11, 12, 13, 14])

  expect(valuesOf('whole', usual).outliers).toEqual({ below: 8, above: 16, reports: 0 })
  const far = [...usual, ...rows([900, -3])]
  expect(valuesOf('decimal', far).outliers).toEqual({ below: 6, above: 18, reports: 2 })
  expect(valuesOf('rating', far).outliers).toBeNull()
})

test('calls no number an outlier where most are equal', () => {
  const zeros = (reports: number) => [{ value: '0', reports }, ...rows([1, 2, 90])]

  expect(valuesOf('whole', zeros(2)).outliers).not.toBeNull()
  expect(valuesOf('whole', zeros(10)).outliers).toBeNull()
})

test('weighs values by their reports', () => {
  const rated = [
    { value: '5', reports: 6 },
    { value: '1', reports: 1 },
  ]
  expect(valuesOf('rating', rated).summary).toMatchObject({ lowerQuartile: 5, median: 5 })
})

test('counts times by hour, without a summary', () => {
  const hours = [
    { value: '12', reports: 3 },
    { value: '09', reports: 1 },
  ]
  expect(valuesOf('time', hours)).toMatchObject({
    ...{ read: 4, summary: null },
    bars: [
      { from: '09', reports: 1 },
      { from: '12', reports: 3 },
    ],
  })
})

test('has nothing to tell without answers', () => {
  expect(valuesOf('decimal', [])).toMatchObject({ read: 0, unreadable: 0, summary: null, bars: [] })
})

test('counts a number at the edge of two bars in the upper one', () => {
  const tenths = Array.from({ length: 21 }, (_, nth) => nth / 10)

  expect(
    valuesOf('decimal', rows(tenths)).bars.map(({ from, reports }) => [from, reports]),
  ).toEqual(tenths.map((tenth) => [String(tenth), 1]))
})

test('writes small numbers in full', () => {
  const small = Array.from({ length: 21 }, (_, nth) => nth / 1e7)

  expect(valuesOf('decimal', rows([1e-7])).bars).toMatchObject([{ from: '0.0000001' }])
  expect(valuesOf('decimal', rows(small)).bars[3]).toMatchObject({
    ...{ from: '0.0000003', until: '0.0000004' },
  })
})

test('combines many numbers in bars of one width, each with the numbers from its beginning to below its end', () => {
  const drawn = fc.integer({ min: -5000, max: 5000 })
  const many = fc
    .tuple(fc.uniqueArray(drawn, { minLength: 21, maxLength: 200 }), fc.nat({ max: 9 }))
    .map(([whole, decimals]) => whole.map((one) => one / 10 ** decimals))
  fc.assert(
    fc.property(many, (numbers) => {
      const { bars, read } = valuesOf('decimal', rows(numbers))

      expect(bars.length).toBeLessThanOrEqual(22)
      for (const { from, until, reports } of bars)
        expect(
          numbers.filter((one) => one >= Number(from) && one < Number(until)),
          `${from}..${until}`,
        ).toHaveLength(reports)
      expect(bars.reduce((sum, { reports }) => sum + reports, 0)).toBe(read)
      expect(read).toBe(numbers.length)
      expect(bars.slice(1).map(({ from }) => from)).toEqual(
        bars.slice(0, -1).map(({ until }) => until),
      )
    }),
  )
})
