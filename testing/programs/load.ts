import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { readElectionFiles } from '#apps/cli/election-files.ts'
import { loadElection, settleElection } from '#apps/cli/load-election.ts'
import type { Stage } from '../stage.ts'

export type Files = Readonly<Record<string, string | Buffer | object>>

/**
 * A folder with these files, for the duration of a test; values other than text or bytes are written as JSON.
 */
export async function folderOf(files: Files): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'veghe-load-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [name, content] of Object.entries(files)) {
    const isRaw = typeof content === 'string' || Buffer.isBuffer(content)
    await writeFile(join(folder, name), isRaw ? content : JSON.stringify(content))
  }
  return folder
}

export async function load(
  cast: Stage,
  files: Files | string,
  state: 'live' | 'rehearsal' = 'live',
) {
  const report = await loadOnly(cast, files, state)
  await settleElection(cast.database, report.election)
  return report
}

/** Loads, and leaves the following steps to the server. */
export async function loadOnly(
  cast: Stage,
  files: Files | string,
  state: 'live' | 'rehearsal' = 'live',
) {
  const folder = typeof files === 'string' ? files : await folderOf(files)
  const read = await readElectionFiles(folder)
  const { database, outside, clock } = cast
  return database.write((tx) => loadElection(tx, outside.secrets, read, { state, now: clock.now }))
}

/** Ends the small election, so that the loaded election is the only current one. */
export const startAnew = ({ database }: Stage) =>
  database.write((tx) => tx.updateTable('elections').set({ isCurrent: false }).execute())

/** Two counties, for which only the number of stations is known. */
export const counties =
  'Code,Name,NumberOfPollingStations,Diaspora,Order\nAB,Alba,3,false,1\nCJ,Cluj,2,,2\n'
