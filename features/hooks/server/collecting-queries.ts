import { sql } from 'kysely'
import type { Tx } from '#database/open.ts'
import type { Columns } from '#database/rows.ts'
import { columnOf } from '#database/values/array.ts'
import { groupBy } from '#kit/contract/group.ts'
import { eventsOf, type Line, type LineEvent } from '../domain.ts'
import { insertDeliveries } from './delivery-queries.ts'
import { lastSealed } from './queries.ts'

type ReadingHook = Columns<
  'hooks',
  'electionId' | 'id' | 'kinds' | 'ngoId' | 'countyIds' | 'readUntil'
>

type StoredLine = Line & Columns<'history', 'id' | 'electionId' | 'at'>

/** An event with the row that it is about; that row decides who may hear of it. */
type Event = LineEvent &
  Pick<StoredLine, 'at'> & {
    readonly lineId: number
    readonly electionId: number
    readonly ngoId: number
    readonly countyId: number | null
    readonly about: object
  }

/** Lines read at a time. */
const most = 500

/**
 * Puts what happened into the queues of the hooks that may hear of it, and returns whether there may be more. Events come
 * from the sealed lines of history, so that a report does nothing for them, none is skipped, and an event that is queued is
 * never queued again: the place that a hook has reached moves in the same transaction.
 */
export async function collect(tx: Tx, now: Date): Promise<boolean> {
  const { rows: locked } = await sql<{ isMine: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('hooks.collect', 0)) as is_mine`.execute(tx)
  if (!locked[0]?.isMine) return false
  const { rows: hooks } = await sql<ReadingHook>`
    select election_id, id, kinds, ngo_id, county_ids, read_until from hooks
     where off_since is null and read_until < ${lastSealed} order by election_id, id for no key update`.execute(
    tx,
  )
  if (hooks.length === 0) return false
  const after = Math.min(...hooks.map(({ readUntil }) => readUntil))
  const { rows: lines } = await sql<StoredLine & { readonly sealed: number }>`
    select id, election_id, at, act, subject, subject_id, before, after, ${lastSealed} as sealed
      from history where id > ${after} and id <= ${lastSealed} order by id limit ${most}`.execute(
    tx,
  )
  const reached = lines.at(-1)?.id
  if (reached === undefined) return false
  const electionIds = new Set(hooks.map(({ electionId }) => electionId))
  const own = lines.filter(({ electionId }) => electionId !== null && electionIds.has(electionId))
  const events = await withSubjects(tx, own)
  const due = events.flatMap((event) =>
    hooks
      .filter((hook) => isHeard(hook, event))
      .map(({ electionId, id }) => ({
        electionId,
        hookId: id,
        kind: event.kind,
        body: bodyOf(event),
      })),
  )
  await insertDeliveries(tx, due, now)
  await sql`update hooks k set read_until = greatest(k.read_until, ${reached})
              from unnest(${columnOf(hooks, 'electionId')}::integer[], ${columnOf(hooks, 'id')}::integer[])
                   as h (election_id, id)
             where k.election_id = h.election_id and k.id = h.id`.execute(tx)
  return lines.length === most
}

/** Only what is within the limits of the hook; what has no county is in none. */
const isHeard = (
  hook: ReadingHook,
  { electionId, lineId, kind, ngoId, countyId }: Event,
): boolean =>
  hook.electionId === electionId &&
  lineId > hook.readUntil &&
  hook.kinds.includes(kind) &&
  (hook.ngoId === null || hook.ngoId === ngoId) &&
  (hook.countyIds === null || (countyId !== null && hook.countyIds.includes(countyId)))

const bodyOf = ({ kind, at, about, told: { questionIds: _, ...told } }: Event): string =>
  JSON.stringify({ type: kind, timestamp: at.toISOString(), data: { ...about, ...told } })

/** The columns of an event's subject, from `about` and the columns of the place `s` and `c`. */
const place = sql`
  'pollingStationId', s.id, 'countyCode', c.code, 'stationNumber', s.number`

const practised = sql`e.state = 'rehearsal' or o.is_test`

/** The observer, election and place of a report `v`. */
const report = sql`
  join observers o on o.election_id = v.election_id and o.id = v.observer_id
  join elections e on e.id = v.election_id
  join polling_stations s on s.election_id = v.election_id and s.id = v.polling_station_id
  join areas c on c.election_id = v.election_id and c.id = v.county_id`

type Found = Pick<Event, 'ngoId' | 'countyId' | 'about'> & { readonly nth: number }

/** Reads the rows that lines are about; an event about a row that is gone is left out. */
async function withSubjects(tx: Tx, lines: readonly StoredLine[]): Promise<Event[]> {
  const events = lines.flatMap((line) =>
    eventsOf(line).map((event) => ({
      ...event,
      ...{ at: line.at, lineId: line.id, electionId: Number(line.electionId) },
    })),
  )
  const numbered = events.map((event, nth) => ({ ...event, nth }))
  const found = new Map<number, Found>()
  for (const [source, some] of groupBy(numbered, (event) => event.source)) {
    const asked = sql`unnest(${columnOf(some, 'nth')}::integer[], ${columnOf(some, 'electionId')}::integer[],
      ${columnOf(some, 'id')}::integer[], ${some.map(({ told }) => JSON.stringify(told.questionIds ?? []))}::jsonb[])
      as w (nth, election_id, id, question_ids)`
    const { rows } = await sql<Found>`${reading[source](asked)}`.execute(tx)
    for (const row of rows) found.set(row.nth, row)
  }
  return numbered.flatMap(({ nth, ...event }) => {
    const row = found.get(nth)
    return row ? [{ ...event, ngoId: row.ngoId, countyId: row.countyId, about: row.about }] : []
  })
}

const reading: Readonly<
  Record<LineEvent['source'], (asked: ReturnType<typeof sql>) => ReturnType<typeof sql>>
> = {
  visits: (asked) => sql`
    select w.nth, v.ngo_id, v.county_id, jsonb_build_object(
             'electionId', v.election_id, 'ngoId', v.ngo_id, 'practice', ${practised}, 'observerId', v.observer_id,
             ${place}, 'flagged', v.flagged > 0,
             'questions', (select coalesce(jsonb_agg(jsonb_build_object('form', f.code, 'question', q.code,
                                                                        'questionId', q.id) order by q.id), '[]')
                             from questions q join forms f on f.election_id = q.election_id and f.id = q.form_id
                            where q.election_id = v.election_id
                              and q.id in (select x::integer from jsonb_array_elements_text(w.question_ids) x)))
           as about
      from ${asked} join visits v on v.election_id = w.election_id and v.id = w.id ${report}`,
  notes: (asked) => sql`
    select w.nth, v.ngo_id, v.county_id, jsonb_build_object(
             'electionId', v.election_id, 'ngoId', v.ngo_id, 'practice', ${practised}, 'observerId', v.observer_id,
             ${place}, 'noteId', n.id, 'questionId', n.question_id) as about
      from ${asked} join notes n on n.election_id = w.election_id and n.id = w.id
      join visits v on v.election_id = n.election_id and v.id = n.visit_id ${report}`,
  incidents: (asked) => sql`
    select w.nth, i.ngo_id, c.id as county_id, jsonb_build_object(
             'electionId', i.election_id, 'ngoId', i.ngo_id, 'practice', e.state = 'rehearsal', 'incidentId', i.id,
             'number', i.number, 'state', i.state, 'severity', i.severity, ${place}) as about
      from ${asked} join incidents i on i.election_id = w.election_id and i.id = w.id
      join elections e on e.id = i.election_id
      left join polling_stations s on s.election_id = i.election_id and s.id = i.polling_station_id
      left join areas c on c.election_id = i.election_id and c.id = coalesce(s.county_id, i.county_id)`,
}
