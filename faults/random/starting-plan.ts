import type { Insertable } from 'kysely'
import type { Tx } from '#database/open.ts'
import type { Schema } from '#database/schema.gen.ts'
import { insertAssignments } from '#features/assignments/server/change-queries.ts'
import { stations } from '#features/places/server/subjects.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { mark } from '#kit/server/projections/mark.ts'

const [minuteMs, hourMs] = [60_000, 3_600_000]

type Shift = Omit<Parameters<typeof insertAssignments>[2][number], 'observerId'>

type Plan = {
  /** The shifts of the nth observer; `at` returns the nth station and wraps around. */
  readonly shiftsOf: (nth: number, at: (nth: number) => Id<'pollingStations'>) => readonly Shift[]
  readonly milestones: readonly Omit<Insertable<Schema['milestones']>, 'electionId'>[]
}

/** Stores an election's shifts and milestones. */
export async function storePlan(
  tx: Tx,
  electionId: Id<'elections'>,
  { shiftsOf, milestones }: Plan,
): Promise<void> {
  const rows = (table: 'observers' | 'pollingStations') =>
    tx.selectFrom(table).select('id').where('electionId', '=', electionId).orderBy('id').execute()
  const stationIds = (await rows('pollingStations')).map(({ id }) => id as Id<'pollingStations'>)
  const at = (nth: number) => stationIds[nth % stationIds.length] as Id<'pollingStations'>
  const shifts = (await rows('observers')).flatMap(({ id }, nth) =>
    shiftsOf(nth, at).map((shift) => ({ observerId: id as Id<'observers'>, ...shift })),
  )
  await insertAssignments(tx, { electionId }, shifts)
  const due = milestones.map((one) => ({ electionId, ...one }))
  await tx.insertInto('milestones').values(due).execute()
  await mark(tx, electionId, stations, stationIds)
}

/**
 * Plans the driven round: shifts that change a few minutes from now, mobile teams and observers who stay. The
 * reports of a run then belong to either shift. Milestones fall due around the change.
 */
export async function planRound(tx: Tx, electionId: Id<'elections'>): Promise<void> {
  const change = Math.ceil(Date.now() / minuteMs + 3) * minuteMs
  const { id: questionId, formId } = await tx
    .selectFrom('questions')
    .select(['id', 'formId'])
    .where('electionId', '=', electionId)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const dueAt = new Date(change)
  const milestones = [
    { dueAt, name: 'Sosire', kind: 'arrival' },
    { dueAt, name: 'Date de la cineva', kind: 'station-info', forStation: true },
    { dueAt, name: 'Formular', kind: 'form', formId },
    { dueAt: null, dueAfterMin: 2, name: 'Întrebare', kind: 'question', questionId },
  ]
  await storePlan(tx, electionId, { shiftsOf: shiftsAround(change), milestones })
}

/** The kinds: all day, at two stations all day, from one station to another, from the change on, no shift. */
const shiftsAround =
  (change: number): Plan['shiftsOf'] =>
  (nth, at) => {
    const [one, other] = [at(nth), at(nth + 1)]
    const span = (from: number, until: number) => ({ from: new Date(from), until: new Date(until) })
    const [morning, evening] = [change - 4 * hourMs, change + 18 * hourMs]
    const whole = span(morning, evening)
    const early = { ...span(morning, change), isMobile: false }
    const late = { ...span(change, evening), isMobile: false }
    const kinds: readonly (readonly Shift[])[] = [
      [{ pollingStationId: one, ...whole, isMobile: false }],
      [one, other].map((pollingStationId) => ({ pollingStationId, ...whole, isMobile: true })),
      [early, late].map((shift) => ({ pollingStationId: one, ...shift })),
      [{ pollingStationId: one, ...late }],
      [],
    ]
    return kinds[nth % kinds.length] ?? []
  }
