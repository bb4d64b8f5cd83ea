import type pg from 'pg'
import { rememberMigrations, runMigrations } from './migrate.ts'
import { baseline, replacedMigrations } from './schema-version.ts'

/** As many names as the migrations before the baseline have; the last is real. */
export const namesBeforeBaseline: readonly string[] = [
  ...Array.from(
    { length: replacedMigrations - 1 },
    (_, nth) => `${String(nth + 1).padStart(4, '0')}_replaced.sql`,
  ),
  '0156_written_again.sql',
]

/** Makes an empty database one of the last version before the baseline, without its functions. */
export async function makeBeforeBaseline(client: pg.Client): Promise<void> {
  await rememberMigrations(client)
  await runMigrations(client, [baseline])
  await client.query('delete from migrations')
  await recordMigrations(client, namesBeforeBaseline)
}

/** Records migrations that have not run. */
export async function recordMigrations(client: pg.Client, names: readonly string[]): Promise<void> {
  await client.query('insert into migrations (name) select unnest($1::text[])', [names])
}
