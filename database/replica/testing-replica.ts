import { chmod, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, inject } from 'vitest'
import { type Cluster, startCluster } from '../embedded/cluster.ts'
import { canReach, serverUser } from '../embedded/server-user.ts'
import { migrate } from '../migrate.ts'

/** A primary and its streaming replica, both real, as durable as they are by default. */
export type ReplicaPair = {
  readonly primaryUrl: string
  readonly replicaUrl: string
  /** Stops the replica's machine. */
  stopReplica(): Promise<void>
  /** Restarts it, on the same port. */
  startReplica(): Promise<void>
}

const password = 'test'

/**
 * `const pair = pairs()`, then `const { primaryUrl, replicaUrl } = await pair()`; both are migrated, and the same for
 * all tests of a file.
 */
export function pairs(): () => Promise<ReplicaPair> {
  const undo: (() => Promise<unknown>)[] = []
  let pair: Promise<ReplicaPair> | undefined
  const end = async () => {
    pair = undefined
    for (const step of undo.splice(0).reverse()) await step()
  }
  // Whatever a failed test left, the next begins anew.
  afterEach(({ task }) => (task.result?.state === 'fail' ? end() : undefined))
  afterAll(end)
  const startBoth = async () => {
    const base = (await canReach(await serverUser(''), tmpdir())) ? tmpdir() : '/tmp'
    const folder = await mkdtemp(join(base, 'veghe-pair-'))
    undo.push(() => rm(folder, { recursive: true, force: true }))
    await chmod(folder, 0o755)
    const binaries = inject('binaries')
    const first = await startCluster({ binaries, folder: join(folder, 'primary'), password })
    await first.stop()
    await copyStopped(join(folder, 'primary'), join(folder, 'replica'))

    const primary = await startCluster({
      binaries,
      folder: join(folder, 'primary'),
      password,
      // What a replica missed while it was away must still be there.
      settings: { wal_keep_size: '256MB' },
    })
    undo.push(() => primary.stop())
    let replica = await follow(binaries, join(folder, 'replica'), primary)
    undo.push(() => replica.stop())
    await migrate(primary.url)
    return {
      primaryUrl: primary.url,
      replicaUrl: replica.url,
      stopReplica: () => replica.stop(),
      startReplica: async () => {
        const port = Number(new URL(replica.url).port)
        replica = await follow(binaries, join(folder, 'replica'), primary, port)
      },
    }
  }
  return () => {
    pair ??= startBoth()
    return pair
  }
}

/** Copying a stopped server needs no program for base backups; not every PostgreSQL has one. */
async function copyStopped(from: string, to: string): Promise<void> {
  await mkdir(to, { mode: 0o700 })
  await cp(join(from, 'data'), join(to, 'data'), { recursive: true })
  await writeFile(join(to, 'data', 'standby.signal'), '')
}

function follow(binaries: string, folder: string, primary: Cluster, port?: number) {
  const { hostname, port: primaryPort } = new URL(primary.url)
  const primary_conninfo = `host=${hostname} port=${primaryPort} user=veghe password=${password} sslmode=disable`
  return startCluster({
    binaries,
    folder,
    password,
    settings: { primary_conninfo },
    ...(port !== undefined && { port }),
  })
}
