import { sql } from 'kysely'
import type { Db, Tx } from '#database/open.ts'
import type { Columns } from '#database/rows.ts'
import { ProofFindings, type ProofRun } from '../../contract.ts'
import type { Verified } from './verify.ts'

/** A proof whose process has reported nothing for this long is given up, in milliseconds. */
const silenceMs = 120_000

/** How many findings of each kind are stored to be shown; the program names all. */
const mostShown = 50

/** Starts a proof, unless one is running: its number, or undefined. */
export async function beginProof(
  tx: Tx,
  { askedBy, now }: { readonly askedBy: string | null; readonly now: Date },
): Promise<number | undefined> {
  const silentSince = new Date(now.getTime() - silenceMs)
  await sql`
    update proofs set state = 'failed' where state = 'running' and at < ${silentSince}`.execute(tx)
  const { rows } = await sql<Columns<'proofs', 'id'>>`
    insert into proofs (asked_by, began_at, at) values (${askedBy}, ${now}, ${now})
        on conflict (state) where state = 'running' do nothing
    returning id`.execute(tx)
  return rows[0]?.id
}

type ProofProgress = { readonly stage: string; readonly done: number; readonly total: number }

/** Stores its progress; false where it was cancelled or given up. */
export async function moveProof(
  tx: Tx,
  id: number,
  reached: ProofProgress,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update proofs set stage = ${reached.stage}, done = ${reached.done}, total = ${reached.total}, at = ${now}
     where id = ${id} and state = 'running'`.execute(tx)
  return numAffectedRows > 0n
}

export async function endProof(tx: Tx, id: number, verified: Verified, now: Date): Promise<void> {
  const { chain, structure, rows, moreRows, counts, skipped, position, hash, compared } = verified
  const faults = chain.length + structure.length + rows.length + moreRows + counts.length
  const shown = Object.entries({ chain, structure, rows, counts, skipped }).map(
    ([kind, faults]) => [kind, faults.slice(0, mostShown)] as const,
  )
  await sql`
    update proofs
       set state = 'done', at = ${now}, position = ${position}, hash = ${hash}, compared = ${compared},
           faults = ${faults}, findings = ${JSON.stringify(Object.fromEntries(shown))}::jsonb
     where id = ${id} and state = 'running'`.execute(tx)
}

/** Ends the running proof without findings. */
export async function stopProof(
  tx: Tx,
  state: 'failed' | 'cancelled',
  now: Date,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update proofs set state = ${state}, at = ${now} where state = 'running'`.execute(tx)
  return numAffectedRows > 0n
}

type Proofs = {
  readonly running: ProofRun | null
  readonly last: ProofRun | null
  readonly failedAt: Date | null
}

/** The running proof, the last completed one, and when one since then did not complete. */
export async function findProofs(db: Db): Promise<Proofs> {
  const { rows } = await sql<Omit<ProofRun, 'findings'> & { readonly findings: unknown }>`
    (select * from proofs where state = 'running')
    union all
    (select * from proofs where state = 'done' order by id desc limit 1)`.execute(db)
  const { rows: failed } = await sql<{ at: Date | null }>`
    select pg_catalog.max(at) as at from proofs
     where state = 'failed'
       and id > coalesce((select pg_catalog.max(id) from proofs where state = 'done'), 0)`.execute(
    db,
  )
  const proofs = rows.map((row) => ({
    ...row,
    findings: row.findings === null ? null : ProofFindings.parse(row.findings),
  }))
  return {
    running: proofs.find(({ state }) => state === 'running') ?? null,
    last: proofs.find(({ state }) => state === 'done') ?? null,
    failedAt: failed[0]?.at ?? null,
  }
}

/** When a proof was last started that was not cancelled. */
export async function findLastBegun(db: Db): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(began_at) as at from proofs where state <> 'cancelled'`.execute(db)
  return rows[0]?.at ?? undefined
}
