import { expect } from 'vitest'
import { admin, signIn } from '../programs/installation.ts'
import type { AcknowledgedReports } from './evening.ts'
import { readFiles, readStored } from './stored.ts'

/** Everything the observers acknowledged is stored once, in its last version, and counted correctly. */
export async function expectKept(
  memory: AcknowledgedReports,
  databaseUrl: string,
  url: string,
): Promise<void> {
  const { sentAnswers, changes, notes, noteRows, noteHistory, visits, visitRows, miscounted } =
    await readStored(databaseUrl)
  const files = await readFiles(url, await signIn(url, admin))

  // The evening must not be nearly empty.
  expect(sentAnswers.size).toBeGreaterThan(300)
  expect(files.size).toBeGreaterThan(20)
  expect({ sentAnswers, changes, notes, files }).toEqual(memory)
  expect([noteRows, noteHistory]).toEqual([memory.notes.size, memory.notes.size])
  expect(visitRows).toBe(visits.size)
  expect(miscounted).toEqual([])
}
