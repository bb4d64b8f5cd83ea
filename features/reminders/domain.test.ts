import { expect, test } from 'vitest'
import { dueWindow, isAtNight } from './domain.ts'

const at = (time: string) => new Date(`2026-11-22T${time}:00+02:00`)

test('night is from ten to seven by the clock of the election', () => {
  const nights = ['21:59', '22:00', '00:30', '06:59', '07:00'].map((time) =>
    isAtNight(at(time), 'Europe/Bucharest'),
  )
  expect(nights).toEqual([false, true, true, true, false])
})

test('skips reminders before a deadline that has passed, and reminders long overdue', () => {
  const before = dueWindow({ minutes: -30, sinceAt: at('06:00') }, at('12:00'))
  expect(before).toEqual({ after: at('12:15'), until: at('12:30') })
  const after = dueWindow({ minutes: 10, sinceAt: at('11:55') }, at('12:00'))
  expect(after).toEqual({ after: at('11:45'), until: at('11:50') })
  const justBefore = dueWindow({ minutes: -5, sinceAt: at('06:00') }, at('12:00'))
  expect(justBefore.after).toEqual(at('12:00'))
})
