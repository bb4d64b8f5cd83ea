import { expect, test } from 'vitest'
import { type LeftUnchanged, type Planned, undoneIsUndone } from './plan-oracle.ts'

const [before, imported] = [new Date('2026-11-22T18:00:00Z'), new Date('2026-11-22T20:00:00Z')]
const added = { importId: 3, assignments: [{ id: 7, revision: 1, untilBefore: null }] }
const changed = { importId: 3, assignments: [{ id: 7, revision: 2, untilBefore: before }] }
const is = (but: Partial<Planned>): Planned => ({
  ...{ id: 7, revision: 2, until: imported, isPlanned: true },
  ...but,
})
const found = (
  of: typeof added | typeof changed,
  now: Planned,
  left: readonly LeftUnchanged[] = [],
) => undoneIsUndone([of], [now], left).length

test('finds assignments still planned after the import that added them is undone', () => {
  expect(found(added, is({ isPlanned: false }))).toBe(0)
  expect(found(added, is({ revision: 1 }))).toBe(1)
  expect(found(added, is({}))).toBe(1)
})

test('finds an undone import that does not restore the previous end of an assignment', () => {
  expect(found(changed, is({ revision: 3, until: before }))).toBe(0)
  expect(found(changed, is({ revision: 2 }))).toBe(1)
  expect(found(changed, is({ revision: 3 }))).toBe(1)
})

test('accepts assignments changed after an import, or restored after it was undone', () => {
  expect(found(added, is({}), [{ importId: 3, assignmentId: 7 }])).toBe(0)
  expect(found(added, is({ revision: 3 }))).toBe(0)
  expect(undoneIsUndone([added], [], [])).toEqual([])
})
