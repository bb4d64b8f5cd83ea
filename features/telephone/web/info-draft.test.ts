import { expect, test } from 'vitest'
import { typedInfo, unsentIn, wrongIn } from './info-draft.ts'

const bucharest = 'Europe/Bucharest'
const now = new Date('2026-11-23T00:10:00+02:00')
const nothing = typedInfo(null, now, bucharest)
const wrong = (observerLeaveTime: string, before = nothing) =>
  wrongIn({ ...before, observerLeaveTime }, before, now.getTime(), bucharest)

test('refuses a departure typed after midnight with the new day', () => {
  expect(wrong('2026-11-23 23:50')).toEqual(['observerLeaveTime'])
  expect(wrong('2026-11-22 23:50')).toEqual([])
  expect(wrong('2026-11-23 0:14')).toEqual([])
})

test('accepts a stored time that has not come yet', () => {
  const before = { ...nothing, observerLeaveTime: '2026-11-23 23:50' }
  expect(wrong('2026-11-23 23:50', before)).toEqual([])
})

test('keeps what is typed while a change is sent', () => {
  const sent = { urbanArea: 'yes', minPresentMembers: '1' }
  const typed = { ...sent, minPresentMembers: '12', numberOfFemaleMembers: '3' }
  expect(unsentIn(typed, sent)).toEqual({ minPresentMembers: '12', numberOfFemaleMembers: '3' })
})
