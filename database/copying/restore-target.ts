import { connectAlone } from '../connections/connection.ts'
import { startEmbedded } from '../embedded/embedded.ts'
import { codeOf } from '../failure.ts'

/** An empty database for a test. */
export type TemporaryDatabase = { readonly url: string; drop(): Promise<void> }

/**
 * Creates an empty database beside the given one. Where its role may not (42501, insufficient_privilege), it is an embedded
 * one in `folder`, which the caller removes.
 */
export async function openTemporaryDatabase(
  url: string,
  folder: string,
): Promise<TemporaryDatabase> {
  const client = await connectAlone(url)
  try {
    const { rows } = await client.query<{ oid: number }>(
      'select oid from pg_database where datname = current_database()',
    )
    // No other database of the cluster has this name, so one that exists is of a test that was killed.
    const name = `veghe_restore_test_${rows[0]?.oid}`
    await client.query(`drop database if exists ${name} with (force)`)
    await client.query(`create database ${name} template template0 encoding 'UTF8'`)
    const beside = new URL(url)
    beside.pathname = `/${name}`
    return { url: beside.href, drop: () => dropDatabase(url, name) }
  } catch (error) {
    if (codeOf(error) !== '42501') throw error
    const embedded = await startEmbedded({ dataDir: folder, settings: { shared_buffers: '16MB' } })
    return { url: embedded.url, drop: () => embedded.stop() }
  } finally {
    await client.end()
  }
}

async function dropDatabase(url: string, name: string): Promise<void> {
  const client = await connectAlone(url)
  await client.query(`drop database ${name} with (force)`).finally(() => client.end())
}

/** Held by the only process that makes scheduled backups. */
const lockKey = 8_347_349

/** Does work while no other process on this database does; undefined: another does it now. */
export async function withBackupLock<T>(
  url: string,
  work: () => Promise<T>,
): Promise<T | undefined> {
  const client = await connectAlone(url)
  try {
    const { rows } = await client.query<{ isOurs: boolean }>(
      'select pg_try_advisory_lock($1) as "isOurs"',
      [lockKey],
    )
    return rows[0]?.isOurs ? await work() : undefined
  } finally {
    await client.end()
  }
}
