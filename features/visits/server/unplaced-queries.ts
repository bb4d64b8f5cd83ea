import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type * as z from 'zod'
import type { Tx } from '#database/open.ts'
import type { Columns } from '#database/rows.ts'
import { arrayOf, columnOf, inElection } from '#database/values/array.ts'
import { lockObservers } from '#features/observers/server/write-queries.ts'
import { groupBy } from '#kit/contract/group.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { ObserverActor } from '#kit/contract/who.ts'
import { actorOf, recordEach } from '#kit/server/history/history.ts'
import { announce } from '#kit/server/live/announce.ts'
import { type UnplacedKind, type UnplacedReason, unplacedChanged } from '../contract.ts'
import {
  factsNamed,
  lastAbout,
  laterThan,
  type Part,
  partsOf,
  repeatedOf,
  type Submission,
  subjectOf,
  withoutRepetition,
} from '../domain.ts'
import { listSubmissions } from './submission-queries.ts'

/** A report to store as an unplaced item. */
export type UnplacedInput = {
  readonly kind: z.output<typeof UnplacedKind>
  readonly reason: UnplacedReason
  readonly sent: unknown
  /** For an answer, the form version of its phone. */
  readonly formVersion?: number | null
  /** The station that it names, if it exists. */
  readonly stationId?: number | undefined
  /** The known options chosen along with an unknown one. */
  readonly beside?: readonly SiblingChoice[]
}

type SiblingChoice = { readonly optionId: number; readonly text: string | null }

/** An answer to which staff added an option: a retry does not change it. */
export type StaffCompletion = { readonly stationId: number; readonly questionId: number }

/** The ids of new items, and the answers to which staff added a repeated item. */
type KeepResult = {
  readonly fresh: readonly Id<'unplaced'>[]
  readonly completed: readonly StaffCompletion[]
}

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
 * Stores unmatched reports exactly as sent. A retry is stored once. A report that returns after a different one is
 * stored again.
 */
export async function keepUnplaced(
  tx: Tx,
  who: ObserverActor,
  reports: readonly UnplacedInput[],
  now: Date,
): Promise<KeepResult> {
  if (reports.length === 0) return { fresh: [], completed: [] }
  // The lock lets the second of two concurrent retries find the item of the first.
  await lockObservers(tx, [who.id])
  const bySubject = new Map(
    [...groupBy(reports.map(draftOf), ({ subject }) => subject)].map(([subject, drafts]) => [
      subject,
      withoutRepetition(drafts),
    ]),
  )
  const before = groupBy(await listKept(tx, who, bySubject), ({ subject }) => subject)
  const fresh: UnplacedRow[] = []
  const again: RepeatedUnplaced[] = []
  const completed: StaffCompletion[] = []
  for (const [subject, drafts] of bySubject) {
    const kept = before.get(subject) ?? []
    const repeated = repeatedOf(kept, drafts)
    const retried = kept.slice(kept.length - repeated)
    again.push(
      ...retried.map(({ id }, place) => ({ id, formVersion: drafts[place]?.formVersion ?? 0 })),
    )
    completed.push(...retried.flatMap((one) => one.completed ?? []))
    fresh.push(...drafts.slice(repeated))
  }
  if (again.length > 0) await repeatUnplaced(tx, who, again, now)
  return { fresh: fresh.length > 0 ? await insertKept(tx, who, fresh, now) : [], completed }
}

/** An item that was stored before. */
type KeptUnplaced = Columns<'unplaced', 'id' | 'subject'> & {
  readonly digest: string
  /** Its observer has reported something else since, at the same place. */
  readonly isFollowed: boolean
  /** The answer to which staff added it, with the other chosen options. */
  readonly completed?: StaffCompletion | undefined
}

type KeptRow = Columns<
  'unplaced',
  'id' | 'subject' | 'kind' | 'reason' | 'sent' | 'formVersion' | 'pollingStationId' | 'saidAt'
> & { readonly digest: string }

/**
 * The stored items of the same subjects, newest last, as many of each as are sent now. Station info has to share a
 * fact, because arrivals and departures are separate calls.
 */
async function listKept(
  tx: Tx,
  who: ObserverActor,
  bySubject: ReadonlyMap<string, readonly UnplacedRow[]>,
): Promise<KeptUnplaced[]> {
  const { electionId } = who.scope
  const lookups = [...bySubject].map(([subject, drafts]) => ({ subject, drafts }))
  const { rows } = await sql<KeptRow>`
    select u.id, u.subject, u.kind, u.reason, u.sent, encode(u.digest, 'hex') as digest,
           u.form_version as "formVersion", u.polling_station_id as "pollingStationId",
           u.said_at as "saidAt"
      from unnest(${lookups.map(({ subject }) => subject)}::text[],
                  ${arrayOf(lookups.map(({ drafts }) => drafts.length))}::integer[],
                  ${lookups.map(({ drafts }) => `{${drafts[0]?.facts.join(',') ?? ''}}`)}::text[])
           as s (subject, most, facts)
     cross join lateral (
       select * from unplaced u
        where u.election_id = ${electionId} and u.observer_id = ${who.id} and u.subject = s.subject
          and (s.facts = '{}' or u.sent ?| s.facts::text[])
        order by u.said_at desc, u.id desc limit s.most) u
     order by u.said_at, u.id`.execute(tx)
  if (rows.length === 0) return []
  const pairs = rows.flatMap((row) => {
    const [now] = bySubject.get(row.subject) ?? []
    return now ? [{ row, now }] : []
  })
  const stationIds = pairs.map(stationOf)
  const submissions = await listSubmissions(tx, electionId, who.id, stationIds)
  return pairs.map(({ row, now }) =>
    keptAs(row, now, submissions.get(stationOf({ row, now })) ?? []),
  )
}

/** The station where it was placed, otherwise the one that is named now; 0: none. */
const stationOf = ({ row, now }: { readonly row: KeptRow; readonly now: UnplacedRow }): number =>
  row.pollingStationId ?? now.stationId ?? 0

/** Compares a stored item with the one sent now. */
function keptAs(row: KeptRow, now: UnplacedRow, submissions: readonly Submission[]): KeptUnplaced {
  const { id, subject, digest } = row
  if (row.kind === 'note') return { id, subject, digest, isFollowed: false }
  if (row.pollingStationId === null) {
    const item = { ...{ arrival: null, unplacedId: id, at: row.saidAt }, saidAt: row.saidAt }
    const part = { questionId: questionOf(row.sent) }
    const isFollowed =
      row.kind === 'answer' &&
      laterThan(submissions, { ...item, answers: [], facts: undefined }, part) !== undefined
    return { id, subject, digest, isFollowed }
  }
  const placed = submissions.find(({ unplacedId }) => unplacedId === id)
  // In another version it is a different answer from the placed one.
  if (!placed || row.formVersion !== now.formVersion)
    return { id, subject, digest, isFollowed: true }
  // Staff may have placed it at another question than was sent.
  const parts: Part[] =
    row.kind === 'answer' ? partsOf(placed) : now.facts.map((fact) => ({ fact }))
  const isLast = parts.every((part) => lastAbout(submissions, part) === placed)
  const completed = isLast ? completionOf(row, now, placed) : undefined
  const isOther = completed !== undefined && isSentAnew(row, now, placed)
  return { id, subject, digest, isFollowed: !isLast || isOther, completed }
}

const questionOf = (sent: unknown): number => Number((sent as NamedQuestion).questionId)
type NamedQuestion = { readonly questionId?: number }

/** The answer that the phone named, if staff added the item to it. */
function completionOf(
  { reason, sent, pollingStationId }: KeptRow,
  { stationId }: UnplacedRow,
  { answers }: Submission,
): StaffCompletion | undefined {
  const questionId = questionOf(sent)
  const isThere = reason === 'no-such-option' && pollingStationId === stationId
  return isThere && stationId && answers.some((one) => one.questionId === questionId)
    ? { stationId, questionId }
    : undefined
}

/**
 * Whether the other options differ from those sent before: one is missing, or there are more than staff added. Staff
 * may have added text to an option that was chosen anyway.
 */
function isSentAnew({ sent }: KeptRow, { beside }: UnplacedRow, placed: Submission): boolean {
  if (beside.length === 0) return false
  const choices = placed.answers.flatMap((one) => one.choices)
  const { options = [] } = sent as { options?: readonly { readonly value?: string | null }[] }
  const isThere = ({ optionId, text }: SiblingChoice) =>
    choices.some(
      (one) =>
        one.optionId === optionId &&
        (one.text === text || options.some(({ value }) => value && value === one.text)),
    )
  return choices.length > beside.length + 1 || !beside.every(isThere)
}

/** A repeated item, with the form version that the phone shows now; 0: none. */
type RepeatedUnplaced = { readonly id: number; readonly formVersion: number }

/** Stores the time of a repetition, also at the item's place. */
async function repeatUnplaced(
  tx: Tx,
  { scope: { electionId } }: ObserverActor,
  drafts: readonly RepeatedUnplaced[],
  now: Date,
): Promise<void> {
  await sql`
    update unplaced u
       set said_at = greatest(u.said_at, ${now}::timestamptz), form_version = nullif(s.version, 0)
      from ${inElection(
        electionId,
        ['id', 'version'],
        sql`unnest(${columnOf(drafts, 'id')}::integer[], ${columnOf(drafts, 'formVersion')}::integer[])`,
      )} s
     where u.election_id = s.election_id and u.id = s.id`.execute(tx)
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

/** Records the exact report in history, because emptying the election deletes its row. */
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
