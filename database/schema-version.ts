import type pg from 'pg'

/** The channel on which each committed migration is announced: a process that does not know it must end. */
export const migrationsChannel = 'veghe_migrations'

/** The recorded name of database/baseline. It sorts before the later migrations. */
export const baseline = '0156_baseline'

/** How many migrations the baseline replaces: 0001 to 0156, with gaps. */
export const replacedMigrations = 100

/** The last commit that has the replaced migrations. */
const lastBefore = '8db344fd'

type SchemaGuardOptions = {
  /** The migrations of this version; undefined: no check. */
  readonly migrations?: readonly string[]
  /** Called once when a newer version has migrated the database, with why this process must end. */
  readonly onNewerSchema?: (reason: unknown) => void
}

/** Checks whether a newer version has migrated the database, so that we can no longer serve. */
export function schemaVersionGuard({ migrations: known, onNewerSchema }: SchemaGuardOptions) {
  let isSchemaNewer = false
  const ask = async (client: pg.ClientBase): Promise<void> => {
    if (isSchemaNewer || !known) return
    const { rows } = await client.query<{ name: string }>(
      'select name from migrations where name <> all($1::text[]) order by name',
      [known],
    )
    const run = rows.map(({ name }) => name)
    try {
      listMissing(run, known, 'database')
    } catch (error) {
      isSchemaNewer = true
      onNewerSchema?.(error)
    }
  }
  return {
    /** As far as we know. */
    current: () => isSchemaNewer,
    ask,
    /** Checked now; false without a response. */
    askOn: async (connecting: Promise<pg.PoolClient>): Promise<boolean> => {
      await connecting
        .then((client) => ask(client).finally(() => client.release()))
        .catch(() => undefined)
      return isSchemaNewer
    },
  }
}

/**
 * Which known migrations have not run.
 * @param run The recorded migrations.
 * @throws Error for a database that is newer than this version, or too old to be upgraded.
 */
export function listMissing(
  run: readonly string[],
  known: readonly string[],
  what: 'backup' | 'database',
): readonly string[] {
  const ours = withBaseline(run, what)
  const foreign = ours.filter((name) => !known.includes(name))
  if (foreign.length > 0)
    throw new Error(`The ${what} is newer than this version: it has run ${foreign.join(', ')}`)
  return known.filter((name) => !ours.includes(name))
}

/** The migrations before the baseline count as the baseline, if all of them have run. */
function withBaseline(run: readonly string[], what: 'backup' | 'database'): readonly string[] {
  const replaced = run.filter((name) => name < '0157' && name !== baseline)
  if (replaced.length === 0) return run
  if (replaced.length < replacedMigrations) throw new Error(tooOld[what])
  return [baseline, ...run.filter((name) => !replaced.includes(name))]
}

const tooOld = {
  backup: `The backup is too old for this version: restore it with the version of commit ${lastBefore}, and then start this one`,
  database: `The database is too old for this version: start the version of commit ${lastBefore} once, and then this one`,
}
