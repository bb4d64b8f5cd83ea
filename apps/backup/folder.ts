import { readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { codeOf } from '#database/failure.ts'
import type { BackupFacts } from '#features/installation/domain.ts'
import type { Config } from '../server/config.ts'

const ours = /^veghe-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.backup$/

/** The name of a scheduled backup: names sort by age, and suit every file system. */
export const backupName = (at: Date): string =>
  `veghe-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`

/** The names of the scheduled backups in a folder, newest first; other files are not ours. */
export async function listBackups(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(unlessMissing([]))
  return names.filter((name) => ours.test(name)).sort((one, other) => (one < other ? 1 : -1))
}

/** When a scheduled backup was made, by its name: copying a file changes its times. */
const madeAt = (name: string): Date => new Date(name.replace(ours, '$1T$2:$3:$4Z'))

/** The last test restore, beside the backups. */
const testName = 'test-restore.json'

const Test = z.object({
  at: z.iso.datetime().transform((at) => new Date(at)),
  backup: z.string(),
  /** Why it failed. */
  reason: z.string().optional(),
})

/** Records the result of a test restore. */
export async function recordTest(folder: string, test: z.input<typeof Test>): Promise<void> {
  const file = join(folder, testName)
  await writeFile(`${file}.draft`, `${JSON.stringify(test)}\n`, { flush: true })
  await rename(`${file}.draft`, file)
}

/** The backups on this machine's schedule; undefined when it has none. */
export async function readBackupFacts({
  BACKUP_DIR: folder,
  BACKUP_HOURS: everyHours,
}: Config): Promise<(BackupFacts & { readonly newest: string | undefined }) | undefined> {
  if (folder === undefined) return undefined
  const [newest] = await listBackups(folder)
  return {
    everyHours,
    newest: newest && join(folder, newest),
    newestAt: newest === undefined ? undefined : madeAt(newest),
    test: await findTest(folder),
  }
}

async function findTest(folder: string): Promise<z.output<typeof Test> | undefined> {
  const text = await readFile(join(folder, testName), 'utf8').catch(unlessMissing(''))
  try {
    return Test.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

const unlessMissing =
  <T>(instead: T) =>
  (error: unknown): T => {
    if (codeOf(error) !== 'ENOENT') throw error
    return instead
  }
