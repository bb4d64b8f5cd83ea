import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { query } from '../cluster.ts'
import { until } from '../counting.ts'
import { password } from '../data/people.ts'
import type { Act } from './office.ts'

/** As many files as notes: none of them can be removed yet. */
const keptFiles = (notes: number) => `
  insert into kept_files (sha256) select sha256(n::text::bytea) from generate_series(1, ${notes}) n`

/** Programs that run beside the server, in processes of their own. */
export const programs: readonly Act[] = [
  {
    what: 'everything counted anew',
    prepare:
      async ({ stage, url }) =>
      () =>
        stage.run('recount', [], url),
  },
  {
    what: 'the chain of history verified',
    prepare:
      async ({ stage, url }) =>
      () =>
        stage.run('verify', [], url),
  },
  {
    what: 'a backup written',
    prepare: async ({ stage, url }) => {
      const folder = await mkdtemp(join(tmpdir(), 'veghe-backup-'))
      const environment = { BACKUP_PASSPHRASE: password, DATA_DIR: folder }
      return async () => {
        await stage.run('backup', [join(folder, 'backup.veghe')], url, environment)
        await rm(folder, { recursive: true })
      }
    },
  },
  {
    what: 'a server started beside it, which looks for unreferenced files',
    prepare: async ({ stage, url }) => {
      await query(url, keptFiles((4 * stage.shape.visits) / 5))
      return async () => {
        const another = await stage.start(url)
        await until(url, `select not exists (select from kept_files where unused_since is null)`)
        await another.stop()
      }
    },
  },
]
