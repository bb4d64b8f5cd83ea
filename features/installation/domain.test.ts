import { expect, test } from 'vitest'
import {
  backupFinding,
  clockFinding,
  diskFinding,
  expiredBackups,
  isBackupDue,
  isTestDue,
  proxyFinding,
  worstOf,
} from './domain.ts'

const now = new Date('2026-11-22T12:00:00Z')
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
const daily = (newest?: number, test?: { hours: number; reason?: string }) => ({
  everyHours: 24,
  newestAt: newest === undefined ? undefined : hoursAgo(newest),
  test: test && { at: hoursAgo(test.hours), reason: test.reason },
})

test('reports a backup as missing after an interval and a half', () => {
  const tested = { hours: 30 }
  expect(backupFinding(daily(), now)).toBe('backupMissing')
  expect(backupFinding(daily(36.1, tested), now)).toBe('backupMissing')
  expect(backupFinding(daily(35.9, tested), now)).toBe('backupFine')
  expect(backupFinding(daily(1), now)).toBe('backupUntested')
  expect(backupFinding(daily(1, { hours: 1, reason: 'cut' }), now)).toBe('backupTestFailed')
})

test('plans the next backup an interval after the newest', () => {
  expect([daily(), daily(24), daily(23.9)].map((facts) => isBackupDue(facts, now))).toEqual([
    true,
    true,
    false,
  ])
})

test('restores as a test once a week, and again after a failure', () => {
  expect(isTestDue(daily(), now)).toBe(false)
  expect(isTestDue(daily(1), now)).toBe(true)
  expect(isTestDue(daily(1, { hours: 167 }), now)).toBe(false)
  expect(isTestDue(daily(1, { hours: 168 }), now)).toBe(true)
  expect(isTestDue(daily(1, { hours: 2, reason: 'cut' }), now)).toBe(true)
  expect(isTestDue(daily(3, { hours: 2, reason: 'cut' }), now)).toBe(false)
})

test('keeps the newest backups', () => {
  expect(expiredBackups(['b', 'd', 'a', 'c'], 2)).toEqual(['b', 'a'])
  expect(expiredBackups(['b', 'a'], 2)).toEqual([])
})

test('compares TRUST_PROXY with the public address and the host it listens on', () => {
  const local = { publicUrl: 'https://veghe.example', host: '127.0.0.1' }
  expect(proxyFinding({ ...local, isTrusted: true })).toBe('proxyFine')
  expect(proxyFinding({ ...local, isTrusted: false })).toBe('proxyUntrusted')
  expect(proxyFinding({ ...local, host: '0.0.0.0', isTrusted: true })).toBe('proxyForged')
  expect(proxyFinding({ ...local, publicUrl: '', isTrusted: false })).toBe('proxyFine')
})

test('grades clocks in either direction, disks, and several checks by the worst', () => {
  expect([0, -2001, 300_001].map(clockFinding)).toEqual(['clockFine', 'clockOff', 'clockWrong'])
  expect([2e9, 1e9, 1e8].map(diskFinding)).toEqual(['diskFine', 'diskLow', 'diskFull'])
  expect(worstOf(['fine', 'wrong', 'look-at'])).toBe('wrong')
  expect(worstOf(['look-at', 'fine'])).toBe('look-at')
})
