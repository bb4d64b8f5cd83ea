import { type RawBuilder, sql } from 'kysely'
import { columnOf } from '#database/values/array.ts'
import { groupBy } from '#kit/contract/group.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Choice } from '../domain.ts'
import { isCounted, type StoredChoice, type VisitChange } from './stored-queries.ts'

/**
 * Sharded counter: over how many rows the count of one organisation and quarter of an hour is spread. A
 * report counts in the shard of its connection, so that concurrent reports rarely contend for a row;
 * readers add the shards up.
 */
const shares = 16

/** Which of them this connection counts in; a part of statements. */
export const shareOfConnection = sql`pg_backend_pid() % ${shares}::integer`

/** By how much one report at one visit changes a quarter of an hour. */
type Movement = {
  readonly at: Date
  readonly ngoId: number
  readonly visitId: number
  /** One report less, or one more. */
  readonly reports: -1 | 0 | 1
  readonly flagged: number
  /** No change if other answers given at that moment still stand, which has to be looked up. */
  readonly isOpen: boolean
}

/**
 * Counts reports in the quarters of an hour in which their current answers were given: what is replaced or
 * retracted leaves its quarter (decision 010). Whether anything else is left of a moment is looked up among
 * the answers as they were before this statement; a new visit has none, and most reports create their visit.
 */
export function countReports(
  electionId: Id<'elections'>,
  changes: readonly VisitChange[],
): RawBuilder<unknown> {
  const counted = changes.filter(isCounted)
  const moved = counted.flatMap(movementsOf)
  const certain = moved.filter(({ isOpen }) => !isOpen)
  const open = moved.filter(({ isOpen }) => isOpen)
  return sql`
    insert into report_counts as r (election_id, quarter, ngo_id, share, reports, flagged)
    select ${electionId}, date_bin('15 minutes', t.at, timestamptz 'epoch') as quarter, t.ngo,
           ${shareOfConnection}, sum(t.reports), sum(t.flagged)
      from (select c.at, c.ngo, c.reports, c.flagged
              from unnest(${columnOf(certain, 'at')}::timestamptz[],
                          ${columnOf(certain, 'ngoId')}::integer[],
                          ${columnOf(certain, 'reports')}::integer[],
                          ${columnOf(certain, 'flagged')}::integer[]) as c (at, ngo, reports, flagged)
            ${open.length > 0 ? sql`union all ${lookedUp(electionId, open, counted)}` : sql``}) t
     group by quarter, t.ngo
     order by quarter, t.ngo
    on conflict (election_id, quarter, ngo_id, share) do update
      set reports = r.reports + excluded.reports, flagged = r.flagged + excluded.flagged`
}

function lookedUp(
  electionId: Id<'elections'>,
  open: readonly Movement[],
  changes: readonly VisitChange[],
) {
  const leaving = changes.flatMap((change) =>
    leavingOf(change).map(({ visitId, optionId }) => ({ visitId, optionId })),
  )
  return sql`
    select o.at, o.ngo,
           coalesce((
             select 0 from answers n
              where n.election_id = ${electionId} and n.visit_id = o.visit and n.received_at = o.at
                and not exists (
                  select from unnest(${columnOf(leaving, 'visitId')}::integer[],
                                     ${columnOf(leaving, 'optionId')}::integer[])
                           as l (visit, option)
                   where l.visit = n.visit_id and l.option = n.option_id)
              limit 1), o.reports),
           o.flagged
      from unnest(${columnOf(open, 'at')}::timestamptz[], ${columnOf(open, 'ngoId')}::integer[],
                  ${columnOf(open, 'visitId')}::integer[], ${columnOf(open, 'reports')}::integer[],
                  ${columnOf(open, 'flagged')}::integer[]) as o (at, ngo, visit, reports, flagged)`
}

function movementsOf(change: VisitChange): Movement[] {
  const { who, now, visit, added, reworded } = change
  const of = { ngoId: who.ngoId, visitId: visit.id }
  if (visit.isNew) return [{ at: now, reports: 1, flagged: flaggedIn(added), isOpen: false, ...of }]
  const coming = [...added, ...reworded]
  const leaving = groupBy(leavingOf(change), ({ receivedAt }) => receivedAt.getTime())
  const gone = coming.length > 0 ? (leaving.get(now.getTime()) ?? []) : []
  const moved: Movement[] = []
  if (coming.length > 0) {
    const flagged = flaggedIn(coming) - flaggedIn(gone)
    // An answer given at this very moment is replaced: its report is counted already.
    const isOpen = gone.length === 0
    moved.push({ at: now, reports: isOpen ? 1 : 0, flagged, isOpen, ...of })
  }
  for (const [at, choices] of leaving)
    if (choices !== gone)
      moved.push({
        at: new Date(at),
        reports: -1,
        flagged: -flaggedIn(choices),
        isOpen: true,
        ...of,
      })
  return moved
}

/** The stored choices that are replaced or retracted. */
function leavingOf({ stored, gone, reworded }: VisitChange): readonly StoredChoice[] {
  const leaving = new Set([...gone, ...reworded].map(({ optionId }) => optionId))
  return stored.filter(({ optionId }) => leaving.has(optionId))
}

const flaggedIn = (choices: readonly Choice[]) =>
  choices.filter(({ isFlagged }) => isFlagged).length
