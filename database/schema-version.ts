import type pg from 'pg'

/** The channel on which each committed migration is announced: a process that does not know it must end. */
export const migrationsChannel = 'veghe_migrations'

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
    /** Checked now; false without a response. */
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
