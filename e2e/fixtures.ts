import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { cp, rename } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const variable = 'VEGHE_BEGINNINGS'

/** Fixtures are kept for this run; the worker processes inherit where. */
export function keepFixtures(): void {
  if (process.env[variable]) return
  const folder = mkdtempSync(join(tmpdir(), 'veghe-beginnings-'))
  process.env[variable] = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
}

/** Fills a data folder: the first caller creates a fixture, all others get a copy. */
export async function restoreFixture(
  beginning: string,
  dataDir: string,
  make: () => Promise<unknown>,
): Promise<void> {
  const folder = process.env[variable]
  const kept = folder && join(folder, beginning)
  if (kept && existsSync(kept)) return cp(kept, dataDir, { recursive: true })
  await make()
  // Below a closed folder, the data folder only links to the database.
  if (!kept || existsSync(join(dataDir, 'database-folder'))) return
  const own = `${kept}-${process.pid}`
  await cp(dataDir, own, { recursive: true })
  // Two processes may create it at the same moment.
  await rename(own, kept).catch((error) => {
    if (!existsSync(kept)) throw error
  })
}
