import { expect, test } from 'vitest'
import { clustersOf, type Flag } from './suggestion-domain.ts'

const start = Date.parse('2026-11-22T08:00:00Z')
const at = (minute: number) => new Date(start + minute * 60_000)

/** Flagged answers, each of a report of its own at one station, at these minutes. */
const flagsAt = (minutes: readonly number[], each: Partial<Flag> = {}): Flag[] =>
  minutes.map((minute) => ({
    ...{ visitId: minute, stationId: 1, countyId: 5, questionId: minute, at: at(minute) },
    ...{ isLinked: false, ...each },
  }))

/** As `1/ 0,20`: the pattern, and the minutes of its answers. */
const found = (flags: readonly Flag[], dismissed: Parameters<typeof clustersOf>[1] = []) =>
  clustersOf(flags, dismissed).map(
    ({ placeId, questionId, flags: some }) =>
      `${placeId}/${questionId ?? ''} ${some.map((one) => (one.at.getTime() - start) / 60_000)}`,
  )

/** The same question, at stations of their own. */
const apart = (minutes: readonly number[]) =>
  flagsAt(minutes).map((flag, nth) => ({ ...flag, stationId: 100 + nth, questionId: 7 }))

test('suggests two reports of one station within 30 minutes', () => {
  expect(found(flagsAt([0, 30]))).toEqual(['1/ 0,30'])
  expect(found(flagsAt([0, 31]))).toEqual([])
  expect(found(apart([0, 1]))).toEqual([])
})

test('suggests three reports with the same question in a county within an hour', () => {
  expect(found(apart([0, 30, 60]))).toEqual(['5/7 0,30,60'])
  expect(found(apart([0, 30, 61]))).toEqual([])
  expect(found(apart([0, 1, 2]).map((flag, nth) => ({ ...flag, questionId: nth })))).toEqual([])
  expect(found(apart([0, 1, 2]).map((flag, nth) => ({ ...flag, countyId: nth })))).toEqual([])
})

test('counts several flagged answers of one report once', () => {
  expect(found(flagsAt([0, 10], { visitId: 1 }))).toEqual([])
})

test('joins spans that overlap, and lists the newest first', () => {
  expect(found(flagsAt([0, 20, 40, 100, 110]))).toEqual(['1/ 100,110', '1/ 0,20,40'])
})

test('leaves out spans with a linked report, and answers that were dismissed', () => {
  const [first, ...others] = flagsAt([0, 20, 40])

  expect(found([{ ...first!, isLinked: true }, ...others])).toEqual([])
  const until = (minute: number) => [{ placeId: 1, questionId: null, untilAt: at(minute) }]
  expect(found(flagsAt([0, 20, 40]), until(0))).toEqual(['1/ 20,40'])
  expect(found(flagsAt([0, 20, 40]), until(20))).toEqual([])
})
