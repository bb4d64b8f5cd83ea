import { type RawBuilder, sql } from 'kysely'
import type { CallInput } from '#kit/contract/endpoint.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Person, Stage } from '#testing/stage.ts'
import { type UnplacedQuery, unplaced } from '../contract.ts'

/** A station that does not exist. */
export const nowhere = { countyCode: 'XX', pollingStationNumber: 7 } as const

type Place = CallInput<typeof unplaced.place>['body']

/** The unplaced items of a state, newest first. */
export const listed = async (person: Person, state: UnplacedQuery['state'] = 'open') =>
  (await person.call(unplaced.list, { query: { state, pageSize: 100 } })).data

/** The id of the newest open item. */
export async function newest(person: Person): Promise<Id<'unplaced'>> {
  const [row] = await listed(person)
  if (!row) throw new Error('Everything has a place')
  return row.id
}

/** Places the newest open item, and returns the act. */
export const placeNewest = async (person: Person, body: Place) =>
  person.call(unplaced.place, { params: { id: await newest(person) }, body })

/** The same, returning the counts. */
export async function place(person: Person, body: Place) {
  const { placingId: _act, ...done } = await placeNewest(person, body)
  return done
}

/** Undoes a placing; returns the kept parts without their ids. */
export async function unplace(person: Person, id: Id<'unplaced'>) {
  const { kept } = await person.call(unplaced.unplace, { params: { id } })
  return kept.map(({ what, saidAt }) => ({ what, saidAt }))
}

export const undoPlacing = (person: Person, id: Id<'placings'>) =>
  person.call(unplaced.undoPlacing, { params: { id } })

/** All stored reports and figures, without the ids of visits and notes. */
export async function allReported({ database: { primary }, figures }: Stage) {
  await figures()
  const rowsOf = async (query: RawBuilder<unknown>) =>
    (await sql<{ row: unknown }>`select to_jsonb(t) as row from (${query}) t`.execute(primary)).rows
  return {
    visits: await rowsOf(sql`
      select observer_id, polling_station_id, ngo_id, county_id, arrived_at, left_at, is_urban_area,
             is_president_female, facts, facts_at, answered, flagged, notes, last_modified
        from visits order by observer_id, polling_station_id`),
    answers: await rowsOf(sql`
      select v.observer_id, v.polling_station_id, n.question_id, n.option_id, n.form_version, n.text,
             n.is_flagged, n.received_at
        from answers n join visits v on v.election_id = n.election_id and v.id = n.visit_id
       order by 1, 2, 3, 4`),
    notes: await rowsOf(sql`
      select v.observer_id, v.polling_station_id, n.question_id, n.text, n.digest::text, n.received_at,
             array(select encode(a.sha256, 'hex') from attachments a
                    where a.note_id = n.id order by a.position) as files
        from notes n join visits v on v.election_id = n.election_id and v.id = n.visit_id
       order by 1, 2, 5`),
    repeats: await rowsOf(sql`select * from repeats order by id`),
    aside: await rowsOf(sql`
      select u.*, array(select encode(a.sha256, 'hex') from attachments a
                         where a.unplaced_id = u.id order by a.position) as files
        from unplaced u order by u.id`),
    seen: await rowsOf(sql`
      select observer_id, visits, notes, last_seen from observer_counts order by observer_id`),
  }
}

/** Moves the clock, in minutes. */
export const wait = ({ clock }: Stage, minutes: number) => {
  clock.now = new Date(clock.now.getTime() + minutes * 60_000)
}

/** The acts on unplaced items in history, oldest first. */
export const acts = ({ database }: Stage) =>
  database.primary
    .selectFrom('history')
    .select(['act', 'actorName', 'subjectId', 'after'])
    .where('subject', '=', 'unplaced')
    .where('act', '<>', 'unplaced.received')
    .orderBy('id')
    .execute()
