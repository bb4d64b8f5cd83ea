import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#database/open.ts'
import { hasFile } from '#features/notes/server/queries.ts'
import {
  hasName,
  hasPart,
  isFoundBy,
  isFoundByName,
  readPart,
} from '#features/observers/server/part-queries.ts'
import { findObservers } from '#features/observers/server/queries.ts'
import { areasWithin } from '#features/places/server/queries.ts'
import { isAssigned, isAssignedTo, isInState } from '#features/reviews/server/state-queries.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { endOf, readMoment } from '#kit/contract/value/instant.ts'
import type { Scope, Staff } from '#kit/contract/who.ts'
import { andInCounties } from '#kit/server/limits.ts'
import type { AnswerFilter } from '../../contract.ts'
import { isFailed } from '../checks/failed-queries.ts'
import { choosing } from '../chosen-queries.ts'
import { isAnsweredIn, isValue } from './option-queries.ts'
import { isUnseen } from './seen-queries.ts'

/** The reader of a list of reports. */
export type Reader = Pick<Staff, 'scope' | 'timezone'> & {
  /** Their account, where the filter needs it. */
  readonly staffId?: Id<'staff'>
}

/** The reader of these reports. It has an account only if the filter needs it, so that identical reads share one. */
export const readerOf = (
  { scope, timezone, id }: Pick<Staff, 'scope' | 'timezone' | 'id'>,
  { unseen, assigned }: AnswerFilter,
): Reader => ({ scope, timezone, ...((unseen || assigned === 'me') && { staffId: id }) })

/** The filters, each under one name: clients of the first system have others for three of them. */
type Filters = Omit<AnswerFilter, 'countyCode' | 'phoneObserver' | 'isUrgent'>

const filtersOf = ({ countyCode, phoneObserver, isUrgent, ...filter }: AnswerFilter): Filters => ({
  ...filter,
  county: filter.county ?? countyCode,
  observerPhoneNumber: filter.observerPhoneNumber ?? phoneObserver,
  urgent: filter.urgent ?? isUrgent,
})

type Condition = RawBuilder<unknown> | Promise<RawBuilder<unknown>>

type Values = { readonly [Name in keyof Filters]-?: NonNullable<Filters[Name]> }

type Request = { readonly db: Db; readonly reader: Reader; readonly filters: Filters }

type Conditions = {
  readonly [Name in keyof Values]: (value: Values[Name], request: Request) => Condition
}

/** The condition that each filter sets on visits `v`: a new filter is a line here, in the contract and in `web/search.ts`. */
const conditions: Conditions = {
  // Nothing is urgent about a report that is set aside, unless these are asked for.
  urgent: (_, { filters: { reviewState } }) =>
    reviewState === 'set-aside'
      ? sql`v.flagged > 0`
      : sql`v.flagged > 0 and v.set_aside_at is null`,
  county: (code, { reader }) => inCounty(reader.scope.electionId, code),
  areaId: (areaId, { reader: { scope } }) => sql`v.polling_station_id = any(array(
    select s.id from polling_stations s
     where s.election_id = ${scope.electionId} and s.area_id in ${areasWithin(scope.electionId, areaId)}))`,
  pollingStationNumber: (number, { reader: { scope } }) => sql`v.polling_station_id in (
    -- By the number that phones name, or by that of the station it is merged into.
    select s.id from polling_stations s
     where s.election_id = ${scope.electionId} and s.number = ${number}
    union all
    select m.id from polling_stations s
      join polling_stations m on m.election_id = s.election_id and m.merged_into = s.id
     where s.election_id = ${scope.electionId} and s.number = ${number})`,
  observerPhoneNumber: async (phone, { db, reader: { scope } }) => {
    const part = await readPart(db, scope.electionId, phone)
    return sentBy(db, scope, { isFound: isFoundBy(part), fits: hasPart(part) })
  },
  observerName: (name, { db, reader: { scope } }) =>
    sentBy(db, scope, { isFound: isFoundByName(name), fits: hasName(name) }),
  from: (from, { reader }) =>
    sql`v.last_modified >= ${readMoment(from, reader.timezone, 'earlier')}`,
  to: (to, { reader }) => sql`v.last_modified < ${endOf(to, reader.timezone)}`,
  withNotes: () => sql`v.notes > 0`,
  withPhotographs: () => sql`v.notes > 0 and ${hasPhotograph}`,
  failed: () => isFailed,
  fileMissing: () => lacksFile,
  unseen: (_, { reader: { staffId } }) => (staffId === undefined ? sql`true` : isUnseen(staffId)),
  ngoId: (ngoId) => sql`v.ngo_id = ${ngoId}`,
  optionId: (optionId, { reader, filters: { withOptionId } }) =>
    choosing(reader.scope.electionId, optionId, withOptionId),
  // Both are conditions on the option.
  optionValue: (_, { reader, filters: { optionId, optionValue } }) =>
    sql.join([sql`true`, ...narrowedAt(reader, optionId, { optionValue })], sql` and `),
  answeredHour: (_, { reader, filters: { optionId, answeredHour } }) =>
    sql.join([sql`true`, ...narrowedAt(reader, optionId, { answeredHour })], sql` and `),
  withOptionId: (withOptionId, { reader, filters: { optionId } }) =>
    optionId === undefined ? choosing(reader.scope.electionId, withOptionId) : sql`true`,
  reviewState: (state) => isInState(state),
  assigned: (to, { reader: { staffId } }) => isAssigned(to, staffId ?? null),
  assignee: (account) => isAssignedTo(account),
}

/** The conditions on visits `v` by the value of an option and the hour of its question. */
export function narrowedAt(
  { scope, timezone }: Reader,
  optionId: Filters['optionId'],
  { optionValue, answeredHour }: Pick<Filters, 'optionValue' | 'answeredHour'>,
): RawBuilder<unknown>[] {
  if (optionId === undefined) return []
  return [
    ...(optionValue === undefined ? [] : [isValue(scope.electionId, optionId, optionValue)]),
    ...(answeredHour === undefined
      ? []
      : [isAnsweredIn({ scope, timezone }, optionId, answeredHour)]),
  ]
}

/** A flag that is false sets no condition. */
const isSet = <Value>(value: Value | undefined): value is Value =>
  value !== undefined && value !== null && value !== false

/** The conditions that the filters set on visits `v`. */
async function conditionsOf(
  db: Db,
  reader: Reader,
  filters: Filters,
): Promise<RawBuilder<unknown>[]> {
  const request = { db, reader, filters }
  const set = async <Name extends keyof Values>(name: Name) => {
    const value = filters[name] as Values[Name] | undefined
    return isSet(value) ? [await conditions[name](value, request)] : []
  }
  const each = await Promise.all(namesOf(conditions).map(set))
  return each.flat()
}

const namesOf = <Key extends string>(record: Readonly<Record<Key, unknown>>) =>
  Object.keys(record) as Key[]

/** `from visits v where …`: the visits of the list, of the export and of the analysis. */
export async function matchingVisits(
  db: Db,
  reader: Reader,
  filter: AnswerFilter,
): Promise<RawBuilder<unknown>> {
  const { scope } = reader
  const filters = filtersOf(filter)
  const all = [
    sql`v.election_id = ${scope.electionId}`,
    ...(filters.urgent ? [] : [sql`(v.answered > 0 or v.notes > 0)`]),
    ...(scope.ngoId === null ? [] : [sql`v.ngo_id = ${scope.ngoId}`]),
    ...(await conditionsOf(db, reader, filters)),
  ]
  return sql`from visits v where ${sql.join(all, sql` and `)}${andInCounties(scope, sql`v.county_id`)}`
}

/** Whether the filter has more than county and urgency, for which counts are stored. */
export const isNarrowed = (filter: AnswerFilter): boolean => {
  const { county: _, urgent: __, ...others } = filtersOf(filter)
  return namesOf(conditions).some(
    (name) => name in others && isSet(others[name as keyof typeof others]),
  )
}

/** The length of a list that is not narrowed, from the stored counts. */
export async function countThreads(db: Db, scope: Scope, filter: AnswerFilter): Promise<number> {
  const { electionId, ngoId } = scope
  const { county, urgent } = filtersOf(filter)
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(${urgent ? sql`v.flagged` : sql`v.reported`}), 0) as total
      from visit_counts v
     where v.election_id = ${electionId}
       and (${ngoId}::integer is null or v.ngo_id = ${ngoId})
       and ${county === undefined ? sql`true` : inCounty(electionId, county)}
           ${andInCounties(scope, sql`v.county_id`)}`.execute(db)
  return rows[0]?.total ?? 0
}

/** Whether `v` belongs to the county with this code. */
const inCounty = (electionId: Id<'elections'>, code: string): RawBuilder<unknown> =>
  // `=` for a single county, not a list: PostgreSQL then reads its newest visits in index order.
  sql`v.county_id = (
    select c.id from areas c join elections e on e.id = c.election_id
     where c.election_id = ${electionId} and c.level = e.county_level and c.code = ${code})`

/** Looked up note by note (`offset 0`), and only for visits with notes: few have any. */
const hasPhotograph = sql`exists (
  select from notes n
    join attachments p on p.election_id = n.election_id and p.note_id = n.id
   where n.election_id = v.election_id and n.visit_id = v.id and p.media_type like 'image/%' offset 0)`

/** Whether visit `v` answers a form without a file that it requires. A condition may hide its question: those are left out. */
const lacksFile = sql`exists (
  select from questions q
    join forms m on m.election_id = q.election_id and m.id = q.form_id and not m.is_draft and m.deleted_at is null
    join form_sections s on s.election_id = q.election_id and s.id = q.section_id and s.shown_if = ''
   where q.election_id = v.election_id and q.kind = 'file' and q.is_required and not q.is_removed and q.shown_if = ''
     and exists (select from answers a
                  where a.election_id = v.election_id and a.visit_id = v.id and a.form_id = q.form_id offset 0)
     and not exists (select from notes n
                      where n.election_id = v.election_id and n.visit_id = v.id and n.question_id = q.id
                        and ${hasFile} offset 0))`

/** For up to this many observers the visits are read one by one; for more, all visits are scanned. */
const fewObservers = 100

/** Limits visits `v` to those of observers `o` who fit: `isFound` says so for an index, `fits` for a scan. */
async function sentBy(
  db: Db,
  { electionId }: Scope,
  { isFound, fits }: Readonly<Record<'isFound' | 'fits', RawBuilder<unknown>>>,
): Promise<RawBuilder<unknown>> {
  const found = await findObservers(db, electionId, isFound, fewObservers)
  if (found) return sql`v.observer_id = any(${found}::integer[])`
  return sql`v.observer_id in (
    select o.id from observers o where o.election_id = ${electionId} and ${fits})`
}
