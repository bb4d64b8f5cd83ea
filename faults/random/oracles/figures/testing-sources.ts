import type { Sources } from './sources.ts'

/** Rows whose keys are plain numbers: a test writes them by hand. */
type Plain<Value> = Value extends Date
  ? Date
  : Value extends number
    ? number
    : Value extends readonly (infer Item)[]
      ? readonly Plain<Item>[]
      : Value extends object
        ? { readonly [Key in keyof Value]: Plain<Value[Key]> }
        : Value

export type PlainSources = Plain<Sources>

export const at = (clock: string) => new Date(`2026-11-22T${clock}:00Z`)

/** A county 1 with municipality 2, stations 21 and 22, and observer 5 of organisation 9, who visited station 21. */
export const sources = (but: Partial<PlainSources> = {}): Sources => {
  const plain: PlainSources = {
    countyLevel: 2,
    ngos: [{ id: 9, isActive: true }],
    areas: [
      { id: 1, parentId: null, level: 2, isDiaspora: false },
      { id: 2, parentId: 1, level: 3, isDiaspora: false },
    ],
    stations: [station(21), station(22)],
    target: [],
    observers: [{ id: 5, ngoId: 9, isTest: false, deletedAt: null }],
    visits: [visit(51)],
    reviews: [],
    answers: [],
    notes: [],
    forms: [{ id: 3, isDraft: false, isDiaspora: false, currentVersion: 1, deletedAt: null }],
    questions: [
      { id: 31, formId: 3 },
      { id: 32, formId: 3 },
    ],
    published: [
      { formId: 3, formVersion: 1, questionId: 31 },
      { formId: 3, formVersion: 1, questionId: 32 },
    ],
    assignments: [],
    milestones: [],
    excuses: [],
    messages: [],
    deliveries: [],
    ...but,
  }
  // The compiler keeps keys of two tables apart; here they are plain numbers.
  return plain as unknown as Sources
}

export const station = (id: number, mergedInto: number | null = null) => ({
  ...{ id, areaId: 2, mergedInto, closedAt: null },
})

export const visit = (id: number, pollingStationId = 21, observerId = 5) => ({
  ...{ id, observerId, pollingStationId, arrivedAt: null, leftAt: null, factsAt: null },
  lastModified: at('07:10'),
})

export const answer = (visitId: number, questionId: number, isFlagged = false) => ({
  ...{ visitId, questionId, isFlagged, formVersion: 1, receivedAt: at('07:10') },
})

export const shift = (id: number, pollingStationId = 21) => ({
  ...{ id, observerId: 5, pollingStationId, isMobile: false },
  ...{ fromAt: at('06:00'), untilAt: at('20:00'), beganAt: null },
})
