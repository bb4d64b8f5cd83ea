import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { phoneAt } from '#apps/cli/phone.ts'
import { becomesTrue } from '#database/embedded/postmaster.ts'
import { openDatabase } from '#database/open.ts'
import { countUnsealed } from '#features/history/server/proof/proof-queries.ts'
import { session } from '#features/session/contract.ts'
import { findHead } from '#kit/server/history/history.ts'
import type { Evening } from '#testing/evening/evening.ts'
import { readFiles, readStored } from '#testing/evening/stored.ts'
import { password } from '../bench/data/people.ts'
import { compare, type Findings } from './compare.ts'
import type { Programs } from './test-bed.ts'

/** The server, programs and database to check after an evening. */
export type ProofTarget = {
  readonly url: string
  readonly databaseUrl: string
  readonly built: Programs
}

export type Proof = { readonly findings: Findings; readonly chain: Chain }

type Chain = { readonly isIntact: boolean; readonly output: string }

/** Compares the acknowledged reports with the stored ones, and verifies the chain of history. */
export async function prove(scene: ProofTarget, { memory }: Evening): Promise<Proof> {
  const chain = await verifyChain(scene)
  const stored = await readStored(scene.databaseUrl)
  const files = await readFiles(scene.url, await signInStaff(scene.url))
  return { findings: compare(memory, stored, files), chain }
}

/** Prints a table and the errors after it; returns whether there are none. */
export function tell(
  rows: readonly (readonly [string, string | number])[],
  { findings, chain }: Proof,
): boolean {
  const { lost, doubled, miscounted } = findings
  const all: typeof rows = [
    ...rows,
    ['acknowledged, not stored', lost.length],
    ['stored twice', doubled.length],
    ['counts that counting contradicts', miscounted.length],
    ['history', chain.output],
  ]
  for (const [what, value] of all) console.log(`${what.padEnd(44)} ${value}`)
  const wrong = [...lost, ...doubled, ...miscounted]
  for (const one of wrong.slice(0, 20)) console.error(one)
  return chain.isIntact && wrong.length === 0
}

/** A token of an organiser. */
export async function signInStaff(url: string): Promise<string> {
  const body = { user: 'admin', password }
  const { access_token } = await phoneAt(url, { forMs: 5000 })(session.authorize, { body })
  return access_token
}

/** Waits until all of history is sealed, then verifies the chain with `npm run verify`'s program. */
export async function verifyChain({
  built,
  databaseUrl,
}: Pick<ProofTarget, 'built' | 'databaseUrl'>): Promise<Chain> {
  const database = openDatabase({ url: databaseUrl, connections: 1 })
  const isSealed = async () =>
    (await countUnsealed(database.db, await findHead(database.db), 1)) === 0
  const isWhole = await becomesTrue(isSealed, 60_000).finally(() => database.close())
  if (!isWhole) return { isIntact: false, output: 'not all of history is ever sealed' }
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin', DATABASE_URL: databaseUrl }
  // Attachments are read through the server.
  const args = [join(built.folder, 'verify.js'), '--without-files']
  return promisify(execFile)(process.execPath, args, { env }).then(
    ({ stdout }) => ({ isIntact: true, output: stdout.trim() }),
    ({ stdout, stderr }) => ({ isIntact: false, output: `${stdout}${stderr}`.trim() }),
  )
}
