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
import { listSubmissions, lockObservers } from './submission-queries.ts'

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
  readonly completed?: StaffCompletion | undefined
}

type KeptRow = Columns<
  'unplaced',
  'id' | 'subject' | 'kind' | 'reason' | 'sent' | 'formVersion' | 'pollingStationId' | 'saidAt'
> & { readonly digest: string }

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
  const { rows } = await sql<KeptRow>`
    select u.id, u.subject, u.kind, u.reason, u.sent, encode(u.digest, 'hex') as digest,
           u.form_version as "formVersion", u.polling_station_id as "pollingStationId",
           u.said_at as "saidAt"
      from unnest(${asked.map(({ subject }) => subject)}::text[],
                  ${arrayOf(asked.map(({ said }) => said.length))}::integer[],
                  ${asked.map(({ said }) => `{${said[0]?.facts.join(',') ?? ''}}`)}::text[])
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

/** Where it was placed, otherwise the station that is named now; 0: none. */
const stationOf = ({ row, now }: { readonly row: KeptRow; readonly now: UnplacedRow }): number =>
  row.pollingStationId ?? now.stationId ?? 0

/** A kept item, as the one that is sent now finds it. */
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
  // Shown otherwise, it says something else than what was placed.
  if (!placed || row.formVersion !== now.formVersion)
    return { id, subject, digest, isFollowed: true }
  // The question may be another than was sent: what was placed says which.
  const parts: Part[] =
    row.kind === 'answer' ? partsOf(placed) : now.facts.map((fact) => ({ fact }))
  const isLast = parts.every((part) => lastAbout(submissions, part) === placed)
  const completed = isLast ? completionOf(row, now, placed) : undefined
  const isOther = completed !== undefined && isSaidOtherwise(row, now, placed)
  return { id, subject, digest, isFollowed: !isLast || isOther, completed }
}

const questionOf = (sent: unknown): number => Number((sent as NamedQuestion).questionId)
type NamedQuestion = { readonly questionId?: number }

/** Staff have added the item to the very answer that its phone named: which that is. */
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
 * The other options differ from those sent then: one is missing, or there are more than staff have added. To
 * an option that was chosen anyway they may have added the text.
 */
function isSaidOtherwise({ sent }: KeptRow, { beside }: UnplacedRow, placed: Submission): boolean {
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
    update unplaced u
       set said_at = greatest(u.said_at, ${now}::timestamptz), form_version = nullif(s.version, 0)
      from ${inElection(
        electionId,
        ['id', 'version'],
        sql`unnest(${columnOf(said, 'id')}::integer[], ${columnOf(said, 'formVersion')}::integer[])`,
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
