import { dirname, join } from 'node:path'
import { afterEach } from 'vitest'
import { type Database, openDatabase } from '#database/open.ts'
import { emptyDatabase, freshDatabase } from '#database/testing.ts'
import { loadEvening } from '../evening/evening.ts'
import { secret } from '../secret.ts'
import { admin } from './installation.ts'
import type { Programs } from './process.ts'

export const BACKUP_PASSPHRASE = 'fiecare vot numără'

/** The target of a restore, as a program's environment. */
export type RestoreEnvironment = {
  readonly DATABASE_URL: string
  readonly DATA_DIR: string
  readonly BACKUP_PASSPHRASE: string
}

/** The stage of tests of backups; all of it ends with the test. */
export function backupStage({ folder, start }: Pick<Programs, 'folder' | 'start'>) {
  const undo: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const step of undo.splice(0).reverse()) await step()
  })
  return {
    /** An election at one server, ready for a whole evening, and the server's environment. */
    startEvening: async () => {
      const fresh = await freshDatabase()
      undo.push(() => fresh.drop())
      const people = await loadEvening(fresh.url)
      const environment = {
        DATABASE_URL: fresh.url,
        DATA_DIR: await folder(),
        SECRET: secret,
        ADMIN_ACCOUNT: admin.user,
        ADMIN_PASSWORD: admin.password,
        BACKUP_PASSPHRASE,
      }
      return { people, environment, program: await start(environment) }
    },
    /** An empty database, and a folder that does not exist yet. */
    elsewhere: async (): Promise<RestoreEnvironment> => {
      const { url, drop } = await emptyDatabase()
      undo.push(drop)
      return { DATABASE_URL: url, DATA_DIR: await folder(), BACKUP_PASSPHRASE }
    },
    look: (url: string): Database => {
      const database = openDatabase({ url, connections: 1 })
      undo.push(() => database.close())
      return database
    },
    /** A name for a backup that does not exist yet. */
    file: async () => join(dirname(await folder()), 'evening.backup'),
  }
}
