import type pg from 'pg'

/** Where each migration is announced as it is committed: whoever does not know it must end. */
export const migrationsChannel = 'veghe_migrations'

type SchemaGuardOptions = {
  /** What this version has; undefined: nobody looks. */
  readonly migrations?: readonly string[]
  /** Hears once that a newer version has changed the database, and why this one must end. */
  readonly onNewerSchema?: (reason: unknown) => void
}

/** Looks whether a newer version has changed the database meanwhile, so that we can no longer serve. */
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
      refuseNewer(run, known, 'database')
    } catch (error) {
      isSchemaNewer = true
      onNewerSchema?.(error)
    }
  }
  return {
    /** As far as we know. */
    current: () => isSchemaNewer,
    ask,
    /** Asked now; false where nobody answers. */
    askOn: async (connecting: Promise<pg.PoolClient>): Promise<boolean> => {
      await connecting
        .then((client) => ask(client).finally(() => client.release()))
        .catch(() => undefined)
      return isSchemaNewer
    },
  }
}

/** @throws Error that names the migrations which this version does not know. */
export function refuseNewer(
  run: readonly string[],
  known: readonly string[],
  what: 'backup' | 'database',
): void {
  const foreign = run.filter((name) => !known.includes(name))
  if (foreign.length > 0)
    throw new Error(`The ${what} is newer than this version: it has run ${foreign.join(', ')}`)
}
