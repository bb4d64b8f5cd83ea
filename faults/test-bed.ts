import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ClusterOptions, startCluster } from '#database/embedded/cluster.ts'
import { platformBinaries } from '#database/embedded/platform-binaries.ts'
import { canReach, serverUser } from '#database/embedded/server-user.ts'
import { secret } from '#testing/secret.ts'
import { type Built, type RunningServer, startServer } from '../bench/server.ts'

/** The parts that can be killed. */
export const parts = ['server', 'database'] as const
export type Part = (typeof parts)[number]

/** A build of the server, which outlives every bed. */
export type Programs = Pick<Built, 'folder'>

/** A server and a database, each a process of its own on this machine. */
export type TestBed = {
  /** The server's URL, which stays the same across restarts. */
  readonly url: string
  readonly databaseUrl: string
  /** The logs of the last two database servers, each since its start. */
  readonly databaseLogs: readonly string[]
  readonly built: Programs
  /** The running server. */
  running(): RunningServer
  /**
   * Starts another server of this installation on a port, with the programs in a folder; the caller stops it.
   */
  startBeside(programs: string, port: number): Promise<RunningServer>
  /** SIGKILL, then restarted as a supervisor would; resolves when it is ready. */
  strike(part: Part): Promise<void>
  /** SIGTERM to the server, which finishes its requests; resolves when the next one is ready. */
  restart(): Promise<void>
  stop(): Promise<void>
}

export type TestBedOptions = {
  readonly built: Programs
  /** Prepares the database before the first server starts. */
  readonly prepare: (databaseUrl: string) => Promise<unknown>
  /** Lets the database acknowledge before writing to disk, so that a kill must lose data. */
  readonly isCareless: boolean
  /** How many web processes the server has on its nth start. */
  readonly workersOf: (start: number) => number
  /** The server's additional settings. */
  readonly environment?: Readonly<Record<string, string>>
  /** Moves a cluster's data to its place, before it runs for good; resolves with its undo. */
  readonly settle?: (data: string) => Promise<() => Promise<unknown>>
}

/** Durable commits stay on, unless the run has to show their loss. */
const careful = { max_connections: '100', timezone: 'UTC' }
const careless = { ...careful, synchronous_commit: 'off', wal_writer_delay: '10s' }

export async function openTestBed(options: TestBedOptions): Promise<TestBed> {
  const { built } = options
  const user = await serverUser('')
  const base = (await canReach(user, tmpdir())) ? tmpdir() : '/tmp'
  const folder = await mkdtemp(join(base, 'veghe-faults-'))
  await chmod(folder, 0o755)
  const place = {
    binaries: await platformBinaries(user, join(folder, 'programs')),
    folder: join(folder, 'database'),
    password: 'faults',
    settings: options.isCareless ? careless : careful,
  }
  const unsettle = options.settle && (await settleWith(options.settle, place))
  let cluster = await startCluster(place)
  const databaseUrl = cluster.url
  const databasePort = Number(new URL(databaseUrl).port)
  await options.prepare(databaseUrl)
  let starts = 0
  const begin = (port: string, programs = built.folder) =>
    startServer(programs, databaseUrl, {
      PORT: port,
      WORKERS: String(options.workersOf(starts++)),
      SECRET: secret,
      DATA_DIR: join(folder, 'data'),
      ...options.environment,
    })
  let server = await begin('0')
  const { url } = server

  const strikes: Readonly<Record<Part, () => Promise<void>>> = {
    server: async () => {
      await server.kill()
      server = await begin(new URL(url).port)
    },
    database: async () => {
      process.kill(cluster.pid, 'SIGKILL')
      await cluster.exited
      cluster = await startCluster({ ...place, port: databasePort })
    },
  }
  return {
    url,
    databaseUrl,
    databaseLogs: ['postgres.previous.log', 'postgres.log'].map((name) => join(place.folder, name)),
    built,
    running: () => server,
    startBeside: (programs, port) => begin(String(port), programs),
    strike: (part) => strikes[part](),
    restart: async () => {
      await server.stop()
      server = await begin(new URL(url).port)
    },
    stop: async () => {
      await server.stop()
      await cluster.stop()
      await unsettle?.()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Creates the cluster and stops it, so that it can be moved. */
async function settleWith(
  settle: NonNullable<TestBedOptions['settle']>,
  place: ClusterOptions,
): Promise<() => Promise<unknown>> {
  await (await startCluster(place)).stop()
  return settle(join(place.folder, 'data'))
}
