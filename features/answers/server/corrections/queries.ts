import { sql } from 'kysely'
import * as z from 'zod'
import type { Db, Tx } from '#database/open.ts'
import { columnOf, inElection } from '#database/values/array.ts'
import { momentText } from '#database/values/moment.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { KeptChoices } from '../../corrections-domain.ts'

/** A correction as stored. */
export const Correction = z.object({
  questionId: z.int(),
  own: KeptChoices,
  corrected: KeptChoices,
  reason: z.string(),
  at: z.coerce.date(),
  by: z.string(),
  revision: z.int(),
  hasEnded: z.boolean(),
})
export type Correction = z.output<typeof Correction>

/** A row `c` of corrections as JSON, to be parsed as `Correction`. */
export const correctionRow = sql`json_build_object(
  'questionId', c.question_id, 'own', c.own, 'corrected', c.corrected, 'reason', c.reason,
  'at', ${momentText('c.corrected_at')}, 'by', c.corrected_by, 'revision', c.revision,
  'hasEnded', c.ended_at is not null)`

/** All corrections of a visit, among them those that have ended. */
export async function listCorrections(
  db: Db | Tx,
  electionId: Id<'elections'>,
  visitId: Id<'visits'>,
): Promise<Correction[]> {
  const { rows } = await sql<{ correction: unknown }>`
    select ${correctionRow} as correction from corrections c
     where c.election_id = ${electionId} and c.visit_id = ${visitId}`.execute(db)
  return rows.map(({ correction }) => Correction.parse(correction))
}

/** Stores a correction, or replaces the one of the same question; returns its revision. */
export async function putCorrection(
  tx: Tx,
  electionId: Id<'elections'>,
  visitId: Id<'visits'>,
  { questionId, own, corrected, at, by, reason }: Omit<Correction, 'revision' | 'hasEnded'>,
): Promise<number> {
  const row = {
    ...{ reason, correctedAt: at, correctedBy: by, endedAt: null },
    own: JSON.stringify(own),
    corrected: JSON.stringify(corrected),
  }
  const { revision } = await tx
    .insertInto('corrections')
    .values({ electionId, visitId, questionId, ...row })
    .onConflict((on) =>
      on
        .columns(['electionId', 'visitId', 'questionId'])
        .doUpdateSet({ ...row, revision: sql`default` }),
    )
    .returning('revision')
    .executeTakeFirstOrThrow()
  return revision
}

export async function deleteCorrection(
  tx: Tx,
  electionId: Id<'elections'>,
  visitId: Id<'visits'>,
  questionId: number,
): Promise<void> {
  await tx
    .deleteFrom('corrections')
    .where('electionId', '=', electionId)
    .where('visitId', '=', visitId)
    .where('questionId', '=', questionId)
    .execute()
}

type Ended = { readonly visitId: number; readonly questionId: number }

/** SQL that deletes corrections that end; a part of the statement of reports. */
export const endingOf = (electionId: Id<'elections'>, ended: readonly Ended[]) => sql`
  delete from corrections c
   using ${inElection(
     electionId,
     ['visit_id', 'question_id'],
     sql`unnest(${columnOf(ended, 'visitId')}::integer[], ${columnOf(ended, 'questionId')}::integer[])`,
   )} e
   where c.election_id = e.election_id and c.visit_id = e.visit_id and c.question_id = e.question_id`

/** Ends a correction because of a placed report, or lets it count again. */
export async function setEnded(
  tx: Tx,
  electionId: Id<'elections'>,
  visitId: Id<'visits'>,
  { questionId, hasEnded }: Correction,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('corrections')
    .set({ endedAt: hasEnded ? null : now })
    .where('electionId', '=', electionId)
    .where('visitId', '=', visitId)
    .where('questionId', '=', questionId)
    .execute()
}
