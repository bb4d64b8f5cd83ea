import { type RawBuilder, sql } from 'kysely'
import { allKinds } from '#features/forms/kind-domain.ts'
import { hasFile } from '#features/notes/server/queries.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { readMoment } from '#kit/contract/value/instant.ts'
import type { Staff } from '#kit/contract/who.ts'

/** The question and the kind of an option, in the newest version with it. */
/** A list is narrowed to an hour of their values. */
const kindsByHour = allKinds.flatMap(([kind, { hourSigns }]) => (hourSigns ? [kind] : []))

const newest = (electionId: Id<'elections'>, optionId: Id<'options'>) => sql`(
  select p.question_id, p.kind from published_options p
   where p.election_id = ${electionId} and p.option_id = ${optionId}
   order by p.form_version desc limit 1)`

/** The value of answer `a` as a number; PostgreSQL may look at others before it leaves them out. */
export const valueAsNumber = sql`
  case when a.value ~ '^-?[0-9]+([.][0-9]+)?$' then a.value::double precision end`

/** Whether visit `v` has a value at an option: an exact one, that of an hour, or one within a range. */
export function isValue(
  electionId: Id<'elections'>,
  optionId: Id<'options'>,
  wanted: string,
): RawBuilder<unknown> {
  const [from, until] = wanted.split('..')
  const range = [from, until].map(Number)
  if (until !== undefined && range.some(Number.isNaN)) return sql`false`
  const fits =
    until === undefined
      ? sql`case when k.kind = any(${kindsByHour}::text[]) then left(a.value, ${wanted.length}) else a.value end = ${wanted}`
      : sql`${valueAsNumber} >= ${range[0]} and ${valueAsNumber} < ${range[1]}`
  return sql`exists (
    select from answers a
      join ${newest(electionId, optionId)} k on k.question_id = a.question_id
      join published_options p on p.election_id = a.election_id and p.option_id = a.option_id
                              and p.form_version = a.form_version and p.kind = k.kind
     where a.election_id = ${electionId} and a.visit_id = v.id and a.option_id = ${optionId} and ${fits} offset 0)`
}

/** Whether the question of an option was answered last at visit `v` in an hour; one that asks for files by the newest file. */
export function isAnsweredIn(
  { scope: { electionId }, timezone }: Pick<Staff, 'scope' | 'timezone'>,
  optionId: Id<'options'>,
  hour: string,
): RawBuilder<unknown> {
  const begins = readMoment(hour, timezone, 'earlier')
  return sql`(
    select max(a.received_at) from ${newest(electionId, optionId)} k
     cross join lateral (
       select a.received_at from answers a
        where a.election_id = ${electionId} and a.visit_id = v.id and a.question_id = k.question_id and k.kind <> 'file'
        union all
       select n.received_at from notes n
        where n.election_id = ${electionId} and n.visit_id = v.id and n.question_id = k.question_id and k.kind = 'file'
          and ${hasFile} offset 0) a)
    between ${begins} and ${new Date(begins.getTime() + 3_599_999)}`
}
