import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type * as z from 'zod'
import type { Tx } from '#database/open.ts'
import type { Columns } from '#database/rows.ts'
import { arrayOf, columnOf, inElection } from '#database/values/array.ts'
import { groupBy } from '#kit/contract/group.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { ObserverActor } from '#kit/contract/who.ts'
import { actorOf, recordEach } from '#kit/server/history/history.ts'
import { announce } from '#kit/server/live/announce.ts'
import { type UnplacedKind, type UnplacedReason, unplacedChanged } from '../contract.ts'
import { factsNamed, repeatedOf, subjectOf, withoutRepetition } from '../domain.ts'
import { lockObservers } from './said-queries.ts'

/** Something to keep as an unplaced item. */
export type UnplacedInput = {
  readonly kind: z.output<typeof UnplacedKind>
  readonly reason: UnplacedReason
  readonly sent: unknown
  /** For an answer, the version in which its phone shows the question. */
  readonly formVersion?: number | null
  /** The station that it names, where that exists. */
  readonly stationId?: number | undefined
  /** The options chosen along with an unknown one that do exist. */
  readonly beside?: readonly SiblingChoice[]
}

type SiblingChoice = { readonly optionId: number; readonly text: string | null }

/** An answer that staff have completed: sent again, it stays as they left it. */
export type StaffCompletion = { readonly stationId: number; readonly questionId: number }

/** The result of keeping items: the ids of new ones, and what is current where repeated ones were placed. */
type KeepResult = {
  readonly fresh: readonly Id<'unplaced'>[]
  readonly completed: readonly StaffCompletion[]
}

/** The same as it is stored. */
type UnplacedRow = ReturnType<typeof draftOf>

function draftOf(aside: UnplacedInput) {
  const { kind, reason, sent, stationId = 0, formVersion = null, beside = [] } = aside
  const text = JSON.stringify(sent)
  const digest = createHash('sha256').update(`${kind}:${text}`).digest('hex')
  const subject = subjectOf(kind, sent, digest)
  const facts = kind === 'station-info' ? factsNamed(sent) : []
  return { kind, reason, text, digest, subject, facts, stationId, formVersion, beside }
}

/**
 * Keeps what could not be placed, word for word. A retry repeats the same, and it is kept once; what returns
 * after something else was said is kept again.
 */
export async function keepUnplaced(
  tx: Tx,
  who: ObserverActor,
  reports: readonly UnplacedInput[],
  now: Date,
): Promise<KeepResult> {
  if (reports.length === 0) return { fresh: [], completed: [] }
  // Of two concurrent retries, the second finds what the first has kept.
  await lockObservers(tx, [who.id])
  const bySubject = new Map(
    [...groupBy(reports.map(draftOf), ({ subject }) => subject)].map(([subject, said]) => [
      subject,
      withoutRepetition(said),
    ]),
  )
  const before = groupBy(await listKept(tx, who, bySubject), ({ subject }) => subject)
  const fresh: UnplacedRow[] = []
  const again: RepeatedUnplaced[] = []
  const completed: StaffCompletion[] = []
  for (const [subject, said] of bySubject) {
    const kept = before.get(subject) ?? []
    const repeated = repeatedOf(kept, said)
    const retried = kept.slice(kept.length - repeated)
    again.push(
      ...retried.map(({ id }, place) => ({ id, formVersion: said[place]?.formVersion ?? 0 })),
    )
    completed.push(...retried.flatMap((one) => one.completed ?? []))
    fresh.push(...said.slice(repeated))
  }
  if (again.length > 0) await repeatUnplaced(tx, who, again, now)
  return { fresh: fresh.length > 0 ? await insertKept(tx, who, fresh, now) : [], completed }
}

/** What was kept before. */
type KeptUnplaced = Columns<'unplaced', 'id' | 'subject'> & {
  readonly digest: string
  /** Something else has been said of the same thing since, where it was placed or would have been. */
  readonly isFollowed: boolean
  /** The answer to which staff have added it, together with the other chosen options. */
  readonly completed: StaffCompletion | null
}

/** What is stored for the question of `u`, where it was placed. */
const storedThere = sql`
  visits v join answers n on n.election_id = v.election_id and n.visit_id = v.id
   where v.election_id = u.election_id and v.observer_id = u.observer_id
     and v.polling_station_id = u.polling_station_id
     and n.question_id = (u.sent ->> 'questionId')::integer`

/** Staff have added `u` to the very answer that its phone named. */
const isCompleting = sql`
  u.reason = 'no-such-option' and u.polling_station_id = s.station and exists (
    select from last_said l
     where l.election_id = u.election_id and l.observer_id = u.observer_id
       and l.polling_station_id = u.polling_station_id and l.unplaced_id = u.id
       and l.question_id = (u.sent ->> 'questionId')::integer)`

/**
 * The other options differ from those sent then: one is missing, or there are more than staff have added. To
 * an option that was chosen anyway they may have added the text.
 */
const isSaidOtherwise = sql`
  (select count(*) from ${storedThere}) > jsonb_array_length(s.beside) + 1 or exists (
    select from jsonb_to_recordset(s.beside) as b ("optionId" integer, text text)
     where not exists (
       select from ${storedThere} and n.option_id = b."optionId"
          and (n.text is not distinct from b.text or n.text in (
            select o ->> 'value' from jsonb_array_elements(u.sent -> 'options') o))))`

/**
 * What was kept about the same subjects, newest last, as many of each as are sent now. For station info only
 * what reports some of the same facts: arriving and leaving have calls of their own.
 */
async function listKept(
  tx: Tx,
  who: ObserverActor,
  bySubject: ReadonlyMap<string, readonly UnplacedRow[]>,
): Promise<KeptUnplaced[]> {
  const { electionId } = who.scope
  const asked = [...bySubject].map(([subject, said]) => ({ subject, said }))
  const { rows } = await sql<KeptUnplaced>`
    select s.subject, u.id, encode(u.digest, 'hex') as digest,
           case when u.kind = 'note' then false
                -- Shown otherwise, it says something else than what was placed.
                when u.polling_station_id is not null
                     and u.form_version is distinct from nullif(s.version, 0) then true
                when u.kind = 'station-info' then
                  u.polling_station_id is not null and exists (
                    select from unnest(s.facts::text[]) f (name)
                     where (select (v.facts_said -> f.name ->> 'unplacedId')::integer from visits v
                             where v.election_id = u.election_id and v.observer_id = u.observer_id
                               and v.polling_station_id = u.polling_station_id)
                           is distinct from u.id)
                when u.polling_station_id is not null then
                  s.beside <> '[]' and ${isCompleting} and (${isSaidOtherwise})
                  -- The question may be another than was sent: what was placed says which.
                  or not exists (
                    select from last_said l
                     where l.election_id = u.election_id and l.observer_id = u.observer_id
                       and l.polling_station_id = u.polling_station_id and l.unplaced_id = u.id
                       and not exists (
                         select from visits v
                           join answers n on n.election_id = v.election_id and n.visit_id = v.id
                            and n.question_id = l.question_id and n.received_at > u.said_at
                          where v.election_id = u.election_id and v.observer_id = u.observer_id
                            and v.polling_station_id = u.polling_station_id))
                else
                  exists (
                    select from last_said l
                     where l.election_id = u.election_id and l.observer_id = u.observer_id
                       and l.polling_station_id = s.station
                       and l.question_id = (u.sent ->> 'questionId')::integer
                       and (l.said_at, l.unplaced_id) > (u.said_at, u.id))
                  or exists (
                    select from visits v
                      join answers n on n.election_id = v.election_id and n.visit_id = v.id
                       and n.question_id = (u.sent ->> 'questionId')::integer
                       and n.received_at > u.said_at
                     where v.election_id = u.election_id and v.observer_id = u.observer_id
                       and v.polling_station_id = s.station)
           end as "isFollowed",
           case when ${isCompleting} then jsonb_build_object(
             'stationId', s.station, 'questionId', (u.sent ->> 'questionId')::integer)
           end as completed
      from unnest(${asked.map(({ subject }) => subject)}::text[],
                  ${arrayOf(asked.map(({ said }) => said.length))}::integer[],
                  ${arrayOf(asked.map(({ said }) => said[0]?.stationId ?? 0))}::integer[],
                  ${arrayOf(asked.map(({ said }) => said[0]?.formVersion ?? 0))}::integer[],
                  ${asked.map(({ said }) => `{${said[0]?.facts.join(',') ?? ''}}`)}::text[],
                  ${asked.map(({ said }) => JSON.stringify(said[0]?.beside ?? []))}::jsonb[])
           as s (subject, most, station, version, facts, beside)
     cross join lateral (
       select * from unplaced u
        where u.election_id = ${electionId} and u.observer_id = ${who.id} and u.subject = s.subject
          and (s.facts = '{}' or u.sent ?| s.facts::text[])
        order by u.said_at desc, u.id desc limit s.most) u
     order by u.said_at, u.id`.execute(tx)
  return rows
}

/** A kept item that was repeated, in the version that the phone shows by now; 0: in none. */
type RepeatedUnplaced = { readonly id: number; readonly formVersion: number }

/** A kept item was repeated; where it was placed it counts as said then. */
async function repeatUnplaced(
  tx: Tx,
  { scope: { electionId } }: ObserverActor,
  said: readonly RepeatedUnplaced[],
  now: Date,
): Promise<void> {
  await sql`
    with again as (
      update unplaced u
         set said_at = greatest(u.said_at, ${now}::timestamptz),
             form_version = nullif(s.version, 0)
        from ${inElection(
          electionId,
          ['id', 'version'],
          sql`unnest(${columnOf(said, 'id')}::integer[],
                     ${columnOf(said, 'formVersion')}::integer[])`,
        )} s
       where u.election_id = s.election_id and u.id = s.id
      returning u.election_id, u.observer_id, u.id, u.polling_station_id, u.said_at
    ), answered as (
      update last_said l set said_at = a.said_at
        from again a
       where l.election_id = a.election_id and l.observer_id = a.observer_id
         and l.polling_station_id = a.polling_station_id and l.unplaced_id = a.id
    )
    update visits v
       set facts_said = (
             select jsonb_object_agg(f.name, case when (f.said ->> 'unplacedId')::integer = a.id
                                                  then f.said || ${JSON.stringify({ at: now })}::jsonb
                                                  else f.said end)
               from jsonb_each(v.facts_said) as f (name, said))
      from again a
     where v.election_id = a.election_id and v.observer_id = a.observer_id
       and v.polling_station_id = a.polling_station_id
       and jsonb_path_exists(v.facts_said, '$.*.unplacedId ? (@ == $id)',
                             jsonb_build_object('id', a.id))`.execute(tx)
}

async function insertKept(
  tx: Tx,
  who: ObserverActor,
  drafts: readonly UnplacedRow[],
  now: Date,
): Promise<Id<'unplaced'>[]> {
  const rows = drafts.map(({ kind, reason, text, digest, subject, formVersion }) => ({
    electionId: who.scope.electionId,
    observerId: who.id,
    ngoId: who.ngoId,
    ...{ kind, reason, sent: text, digest: Buffer.from(digest, 'hex'), subject, formVersion },
    receivedAt: now,
    saidAt: now,
  }))
  const kept = await tx
    .insertInto('unplaced')
    .values(rows)
    .returning(['id', 'kind', 'reason', 'sent'])
    .execute()
  await recordKept(tx, who, kept, now)
  return kept.map(({ id }) => id)
}

/** History records what was sent word for word: the row it is kept in can be emptied with its election. */
async function recordKept(
  tx: Tx,
  who: ObserverActor,
  kept: readonly { readonly id: number; readonly sent: unknown }[],
  at: Date,
): Promise<void> {
  const { electionId } = who.scope
  const act = { electionId, at, actor: actorOf(who), act: 'unplaced.received', subject: 'unplaced' }
  const each = kept.map(({ id, ...after }) => ({ subjectId: id, after }))
  await recordEach(tx, act, each)
  await announce(tx, unplacedChanged, { electionId, ngoId: who.ngoId }, {})
}
