import { sql } from 'kysely'
import * as z from 'zod'
import type { Db } from '#database/open.ts'
import type { Question } from '#features/forms/contract.ts'
import { rowsOf } from '#testing/evening/stored.ts'
import type { FactSlot } from '../world.ts'

const Sent = z.looseObject({
  countyCode: z.string().default(''),
  municipalityCode: z.string().nullish(),
  pollingStationNumber: z.number(),
  questionId: z.number().nullish(),
  options: z.array(z.object({ optionId: z.number(), value: z.string().nullish() })).default([]),
  text: z.string().optional(),
  observerLeaveTime: z.string().nullish(),
  numberOfVotersOnTheList: z.number().nullish(),
  numberOfCommissionMembers: z.number().nullish(),
})

/** An unplaced item, and what staff did with it. */
export type Aside = {
  readonly id: number
  readonly observerId: number
  readonly kind: string
  readonly reason: string
  readonly sent: z.output<typeof Sent>
  readonly receivedAt: number
  readonly isPlaced: boolean
  /** Where it was placed. */
  readonly stationId: number | null
  /** The option that staff chose for it. */
  readonly optionId: number | null
}

export type StoredOption = {
  readonly observerId: number
  readonly stationId: number
  readonly questionId: number
  readonly optionId: number
  readonly value: string | null
}

/** The observer's own answer, where staff corrected it. */
export type StoredCorrection = Omit<StoredOption, 'optionId' | 'value'> & {
  readonly own: readonly Pick<StoredOption, 'optionId' | 'value'>[]
}

export type StoredVisit = {
  readonly observerId: number
  readonly stationId: number
} & {
  /** The part of each fact that identifies its value; null where the observer sent none. */
  readonly [Slot in FactSlot]: number | null
}

export type StoredNote = {
  readonly observerId: number
  readonly stationId: number
  readonly text: string
  readonly digests: readonly string[]
}

/** A text with its value, and the kind of its question in its version. */
export type StoredValue = {
  readonly kind: Question['kind']
  readonly text: string | null
  readonly value: string | null
}

/** The content of the database at the end. */
export type Stored = {
  readonly values: readonly StoredValue[]
  readonly answers: readonly StoredOption[]
  /** Those that count. */
  readonly corrections: readonly StoredCorrection[]
  readonly visits: readonly StoredVisit[]
  readonly notes: readonly StoredNote[]
  readonly asides: readonly Aside[]
  /** Stations by their names on phones, where these are unambiguous. */
  readonly stations: ReadonlyMap<string, number>
  /** Every option that ever existed, with its question's key and type. */
  readonly options: ReadonlyMap<number, { readonly questionId: number; readonly type: number }>
}

/** The first leaving is this long after midnight; each is a minute later than the one before. */
export const firstMinute = Date.UTC(2026, 10, 22, 4)

export async function readStored(db: Db): Promise<Stored> {
  const answers = await rowsOf<StoredOption>(
    db,
    sql`select v.observer_id as "observerId", v.polling_station_id as "stationId",
               n.question_id as "questionId", n.option_id as "optionId", n.text as value
          from answers n join visits v on v.id = n.visit_id`,
  )
  const visits = await rowsOf<StoredVisit & { leftAt: Date | null }>(
    db,
    sql`select v.observer_id as "observerId", v.polling_station_id as "stationId",
               (v.facts->>'numberOfVotersOnTheList')::integer as arrival,
               (v.facts->>'numberOfCommissionMembers')::integer as members, v.left_at as "leftAt"
          from visits v`,
  )
  const notes = await rowsOf<StoredNote>(
    db,
    sql`select v.observer_id as "observerId", v.polling_station_id as "stationId", n.text,
               array(select encode(f.sha256, 'hex') from attachments f
                      where f.note_id = n.id order by f.position) as digests
          from notes n join visits v on v.id = n.visit_id`,
  )
  const corrections = await rowsOf<StoredCorrection>(
    db,
    sql`select v.observer_id as "observerId", v.polling_station_id as "stationId",
               c.question_id as "questionId",
               coalesce((select jsonb_agg(jsonb_build_object('optionId', o -> 'optionId', 'value', o -> 'text'))
                           from jsonb_array_elements(c.own) o), '[]') as own
          from corrections c join visits v on v.id = c.visit_id where c.ended_at is null`,
  )
  const values = await rowsOf<StoredValue>(
    db,
    sql`select p.kind, n.text, n.value
          from answers n
          join published_options p on p.election_id = n.election_id and p.option_id = n.option_id
                                  and p.form_version = n.form_version
         where p.kind <> 'choice' or n.value is not null`,
  )
  return {
    values,
    answers,
    corrections,
    visits: visits.map(({ leftAt, ...visit }) => ({
      ...visit,
      leaving: leftAt && (leftAt.getTime() - firstMinute) / 60_000,
    })),
    notes,
    asides: await readAsides(db),
    stations: await readStations(db),
    options: await readOptions(db),
  }
}

async function readAsides(db: Db): Promise<Aside[]> {
  const rows = await rowsOf<Omit<Aside, 'sent' | 'receivedAt'> & { sent: unknown; at: Date }>(
    db,
    sql`select u.id, u.observer_id as "observerId", u.kind, u.reason, u.sent, u.received_at as at,
               u.placed_at is not null as "isPlaced", u.polling_station_id as "stationId",
               (select (h.after->>'optionId')::integer from history h
                 where h.act = 'unplaced.placed' and h.subject_id = u.id
                 order by h.id desc limit 1) as "optionId"
          from unplaced u order by u.id`,
  )
  return rows.map(({ at, sent, ...row }) => ({
    ...row,
    sent: Sent.parse(sent),
    receivedAt: at.getTime(),
  }))
}

/** Names of both generations of phones; county and number only where they are unambiguous. */
async function readStations(db: Db): Promise<ReadonlyMap<string, number>> {
  const rows = await rowsOf<{ name: string; id: number }>(
    db,
    sql`with named as (
          select s.id, s.election_id, c.code as county, a.code as area, s.number
            from polling_stations s
            join areas a on a.election_id = s.election_id and a.id = s.area_id
            join areas c on c.election_id = s.election_id and c.id = s.county_id
            join elections e on e.id = s.election_id and e.is_current)
        select 'station ' || county || '/' || area || '/' || number as name, id from named
         union all
        select 'station ' || county || '//' || number, min(id) from named
         group by county, number having count(*) = 1`,
  )
  return new Map(rows.map(({ name, id }) => [name, id]))
}

async function readOptions(db: Db): Promise<Stored['options']> {
  const rows = await rowsOf<{ id: number; questionId: number; type: number }>(
    db,
    sql`select o.id, o.question_id as "questionId", q.type from options o
          join questions q on q.election_id = o.election_id and q.id = o.question_id`,
  )
  return new Map(rows.map(({ id, ...option }) => [id, option]))
}
