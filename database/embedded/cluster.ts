import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, open, readFile, realpath, rename } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { initialise } from './initialise.ts'
import { becomesTrue, readPostmaster, stopLeftover, stopPostmaster } from './postmaster.ts'
import { giveFolder, type ServerUser, serverUser } from './server-user.ts'

export type ClusterOptions = {
  /** The folder with initdb and postgres. */
  readonly binaries: string
  /** The folder of data and log; created if missing. As root it is given to the server user. */
  readonly folder: string
  /** The password of the superuser `veghe`; set when the cluster is created, and must stay the same. */
  readonly password: string
  /** The port on 127.0.0.1; a free one when absent. */
  readonly port?: number
  /** As in postgresql.conf, for this run only. */
  readonly settings?: Readonly<Record<string, string>>
}

/** How a server ended: `expected` after `stop` or a signal from outside. */
export type ClusterExit = { readonly expected: boolean; readonly message: string }

/** A PostgreSQL server that is a child of this process. */
export type Cluster = {
  /** The URL of its database `veghe`. */
  readonly url: string
  readonly pid: number
  /** Resolves, never rejects, when the server is gone for any reason. */
  readonly exited: Promise<ClusterExit>
  /**
   * Resolves when another process tells it to shut down (SIGTERM, SIGINT): it may wait until all sessions have
   * ended.
   */
  readonly announced: Promise<void>
  /** Ends all sessions; resolves when the process is gone. May be called twice. */
  stop(): Promise<void>
}

type Launch = ClusterOptions & { readonly data: string; readonly user: ServerUser | undefined }

const startTimeoutMs = 300_000
const attempts = 5

/**
 * Starts a PostgreSQL in a folder, creating the cluster and the database `veghe` on first use. A server left
 * running there by a crash is stopped first. It listens on one port of 127.0.0.1 and nowhere else. As root it
 * runs as another user, which is given the folder: every folder above it and above the binaries must let
 * that user through (see `canReach`). Rejects with the last lines of its log when it does not start.
 */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  await mkdir(options.folder, { recursive: true, mode: 0o700 })
  const folder = await realpath(options.folder)
  const data = join(folder, 'data')
  const user = await serverUser(folder)
  await giveFolder(folder, user)
  await stopLeftover(options.binaries, data)
  await initialise({ ...options, folder, user })
  const { child, port, stderr } = await launch({ ...options, folder, data, user })
  const cluster = watch({ child, stderr }, options.binaries, data)
  const url = clusterUrl(options.password, port)
  try {
    await createDatabase(url)
  } catch (error) {
    await cluster.stop()
    throw error
  }
  return { url, ...cluster }
}

/** The URL of the database of a cluster on this machine. */
export function clusterUrl(password: string, port: number, database = 'veghe'): string {
  // Without sslmode a PGSSLMODE in the environment would decide.
  const secret = encodeURIComponent(password)
  return `postgres://veghe:${secret}@127.0.0.1:${port}/${database}?sslmode=disable`
}

type Launched = {
  readonly child: ChildProcess & { readonly pid: number }
  readonly port: number
  readonly stderr: string
}

/** Retries when the port was taken, or while a dead server's children are still ending. */
async function launch(options: Launch): Promise<Launched> {
  for (let attempt = 1; ; attempt++) {
    const port = options.port ?? (await freePort())
    const { child, stderr } = await spawnServer(options, port)
    const isOver = () => child.exitCode !== null || child.signalCode !== null
    const look = async () => isOver() || (await isReady(options.data, child))
    const isInTime = await becomesTrue(look, startTimeoutMs)
    if (isInTime && !isOver()) return { child, port, stderr }
    child.kill('SIGKILL')
    const log = await lastLines(stderr)
    const isPassing = /could not bind|could not create any TCP|shared memory block/.test(log)
    if (!isPassing || attempt === attempts) throw new Error(`PostgreSQL did not start:\n${log}`)
    await pause(200)
  }
}

async function isReady(data: string, child: ChildProcess): Promise<boolean> {
  const postmaster = await readPostmaster(data)
  return postmaster?.isReady === true && postmaster.pid === child.pid
}

async function spawnServer(options: Launch, port: number) {
  const stderr = join(options.folder, 'postgres.log')
  await rename(stderr, join(options.folder, 'postgres.previous.log')).catch(() => undefined)
  const log = await open(stderr, 'a', 0o600)
  const settings = {
    ...options.settings,
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    logging_collector: 'off',
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(join(options.binaries, 'postgres'), ['-D', options.data, ...flags], {
    ...options.user,
    cwd: options.folder,
    // None of our environment: no PG… variable, and a locale that exists everywhere.
    env: { LC_ALL: 'C' },
    stdio: ['ignore', log.fd, log.fd],
    // Ctrl-C in a terminal goes to the whole process group: the database must outlive our last requests.
    detached: true,
    windowsHide: true,
  })
  await new Promise((resolve, reject) =>
    child.once('spawn', resolve).once('error', reject),
  ).finally(() => log.close())
  return { child: withPid(child), stderr }
}

function withPid(child: ChildProcess): ChildProcess & { readonly pid: number } {
  const { pid } = child
  if (pid === undefined) throw new Error('PostgreSQL did not start')
  return Object.assign(child, { pid })
}

/** How often to check whether another process has told it to shut down, in milliseconds. */
const lookEveryMs = 500

function watch(
  { child, stderr }: Pick<Launched, 'child' | 'stderr'>,
  binaries: string,
  data: string,
): Omit<Cluster, 'url'> {
  let stopping: Promise<void> | undefined
  const leave = () => child.kill('SIGINT')
  // If we exit without stop(), as after an uncaught error, the server must not stay behind.
  process.once('exit', leave)
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    .then(() => process.off('exit', leave))
    .then(() => lastLines(stderr))
    .then((log) => ({
      expected: stopping !== undefined || /received (smart|fast) shutdown request/.test(log),
      message: `PostgreSQL ended:\n${log}`,
    }))
  const announced = new Promise<void>((resolve) => {
    const looking = setInterval(async () => {
      if ((await readPostmaster(data))?.isStopping) resolve()
    }, lookEveryMs).unref()
    void exited.then(({ expected }) => {
      clearInterval(looking)
      if (expected) resolve()
    })
  })
  const isGone = async () => child.exitCode !== null || child.signalCode !== null
  const stop = () => {
    stopping ??= stopPostmaster(binaries, child.pid, isGone)
      .then(() => exited)
      .then(() => {})
    return stopping
  }
  return { pid: child.pid, exited, announced, stop }
}

async function createDatabase(url: string): Promise<void> {
  const client = new Client(url.replace(/\/veghe\?/, '/postgres?'))
  await client.connect()
  try {
    const found = await client.query("select from pg_database where datname = 'veghe'")
    if (found.rowCount === 0) await client.query('create database veghe')
  } finally {
    await client.end()
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

async function lastLines(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch(() => '')
  return text.trimEnd().split('\n').slice(-15).join('\n')
}
