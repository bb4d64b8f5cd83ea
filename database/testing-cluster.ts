import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { type Cluster, startCluster } from './embedded/cluster.ts'
import { canReach, type ServerUser, serverUser } from './embedded/server-user.ts'
import { migrate } from './migrate.ts'
import type {} from './testing.ts'

/** Which PostgreSQL a leg of the tests runs on; a copy may be put into a folder. */
type FindBinaries = (user: ServerUser | undefined, folder: string) => Promise<string>

const templateName = 'template_migrated'

/**
 * Nothing here outlives the run, so nothing needs to reach the disk. Databases live for less than a second:
 * autovacuum would only get in the way of those that are copied.
 */
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  jit: 'off',
  max_connections: '200',
  timezone: 'UTC',
}

/** The two functions Vitest expects of a file in `globalSetup`: one cluster for a whole leg. */
export function testingCluster(findBinaries: FindBinaries) {
  let cluster: Cluster | undefined
  let folder: string | undefined
  const teardown = async () => {
    await cluster?.stop()
    for (const path of folder ? [folder, programs(folder)] : []) {
      await rm(path, { recursive: true, force: true })
    }
  }
  const setup = async (project: TestProject) => {
    const user = await serverUser('')
    const base = (await canReach(user, tmpdir())) ? tmpdir() : '/tmp'
    folder = await mkdtemp(join(base, 'veghe-test-'))
    const binaries = await findBinaries(user, programs(folder))
    cluster = await startCluster({ binaries, folder, password: 'test', settings })
    project.provide('clusterUrl', cluster.url.replace('/veghe?', '/postgres?'))
    project.provide('templateName', templateName)
    project.provide('binaries', binaries)
    await trustSuperuser(cluster.url, folder)
    await makeTemplate(cluster.url)
  }
  return { setup, teardown }
}

/**
 * Not beside the cluster's folder: that may be in memory, on a mount where many systems forbid running
 * programs.
 */
function programs(folder: string): string {
  const base = process.platform === 'win32' ? tmpdir() : '/tmp'
  return join(base, `${basename(folder)}-programs`)
}

/**
 * A test connects about five times, and SCRAM's thousands of hashes take longer than most of its statements.
 * Roles that tests create still have to prove their password.
 */
async function trustSuperuser(url: string, folder: string): Promise<void> {
  const path = join(folder, 'data', 'pg_hba.conf')
  const rules = await readFile(path, 'utf8')
  await writeFile(path, `host all veghe 127.0.0.1/32 trust\n${rules}`)
  const client = new Client(url)
  await client.connect()
  await client.query('select pg_reload_conf()').finally(() => client.end())
}

async function makeTemplate(url: string): Promise<void> {
  await migrate(url)
  await pack(url)
  const client = new Client(url.replace('/veghe?', '/postgres?'))
  await client.connect()
  try {
    await client.query(`alter database veghe rename to ${templateName}`)
    // A template that is copied may have no connections, not even of autovacuum.
    await client.query(`alter database ${templateName} allow_connections false`)
  } finally {
    await client.end()
  }
}

/**
 * Six hundred files instead of a thousand, and a fifth less in them: a copy takes PostgreSQL a quarter less of
 * the processor. What was written anew leaves empty files behind until a checkpoint.
 */
async function pack(url: string): Promise<void> {
  const client = new Client(url)
  await client.connect()
  await client.query('vacuum full')
  await client.query('checkpoint').finally(() => client.end())
}
