import type { Tx } from '#database/open.ts'
import { insertAssignments } from '#features/assignments/server/change-queries.ts'
import { stations } from '#features/places/server/subjects.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { mark } from '#kit/server/projections/mark.ts'

const [minuteMs, hourMs] = [60_000, 3_600_000]

type Shift = Parameters<typeof insertAssignments>[2][number]

/**
 * Plans the round that is driven: shifts that change a few minutes from now, mobile teams and observers who stay, so
 * that reports of a run belong to one or the other; and milestones that fall due at the change and around it.
 */
export async function planRound(tx: Tx, electionId: Id<'elections'>): Promise<void> {
  const ids = (table: 'observers' | 'pollingStations') =>
    tx.selectFrom(table).select('id').where('electionId', '=', electionId).orderBy('id').execute()
  const stationIds = (await ids('pollingStations')).map(({ id }) => id as Id<'pollingStations'>)
  const observerIds = (await ids('observers')).map(({ id }) => id as Id<'observers'>)
  const change = Math.ceil(Date.now() / minuteMs + 3) * minuteMs
  const shifts = observerIds.flatMap((id, nth) => shiftsOf(id, nth, { stationIds, change }))
  await insertAssignments(tx, { electionId }, shifts)
  await addMilestones(tx, electionId, change)
  await mark(tx, electionId, stations, stationIds)
}

function shiftsOf(
  observerId: Id<'observers'>,
  nth: number,
  { stationIds, change }: { readonly stationIds: readonly Id<'pollingStations'>[]; change: number },
): Shift[] {
  const at = (pollingStationId: Id<'pollingStations'> | undefined, from: number, until: number) =>
    pollingStationId === undefined
      ? []
      : [{ observerId, pollingStationId, from: new Date(from), until: new Date(until) }]
  const [one, other] = [nth, nth + 1].map((count) => stationIds[count % stationIds.length])
  const [morning, evening] = [change - 4 * hourMs, change + 18 * hourMs]
  const kinds: readonly (() => Shift[])[] = [
    () => at(one, morning, evening).map((shift) => ({ ...shift, isMobile: false })),
    () =>
      [...at(one, morning, evening), ...at(other, morning, evening)].map((shift) => ({
        ...shift,
        isMobile: true,
      })),
    () =>
      [...at(one, morning, change), ...at(one, change, evening)].map((shift) => ({
        ...shift,
        isMobile: false,
      })),
    () => at(one, change, evening).map((shift) => ({ ...shift, isMobile: false })),
    () => [],
  ]
  return kinds[nth % kinds.length]?.() ?? []
}

async function addMilestones(tx: Tx, electionId: Id<'elections'>, change: number): Promise<void> {
  const question = await tx
    .selectFrom('questions')
    .select(['id', 'formId'])
    .where('electionId', '=', electionId)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const due = { electionId, dueAt: new Date(change) }
  await tx
    .insertInto('milestones')
    .values([
      { ...due, name: 'Sosire', kind: 'arrival' },
      { ...due, name: 'Date de la cineva', kind: 'station-info', forStation: true },
      { ...due, name: 'Formular', kind: 'form', formId: question.formId },
      {
        ...due,
        name: 'Întrebare',
        kind: 'question',
        questionId: question.id,
        dueAt: null,
        dueAfterMin: 2,
      },
    ])
    .execute()
}
