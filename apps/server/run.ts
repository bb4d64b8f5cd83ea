import cluster from 'node:cluster'
import { existsSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { type Embedded, startEmbedded } from '#database/embedded/embedded.ts'
import { knownMigrations, migrate } from '#database/migrate.ts'
import { openDatabase } from '#database/open.ts'
import { hasHeldAnything } from '#features/history/server/beginning-queries.ts'
import { openLog } from '#kit/server/log.ts'
import { openSecrets } from '#kit/server/security/secrets.ts'
import about from '../../package.json' with { type: 'json' }
import { startBackups } from '../backup/schedule.ts'
import { demonstrate } from '../cli/demonstrate.ts'
import { careOf } from '../doctor/care.ts'
import { createApp, type ServerDependencies } from './app.ts'
import { ensureBucketAnswers, openFiles } from './attachments.ts'
import { type Config, readConfig } from './config.ts'
import { startJobs } from './jobs.ts'
import { openLastHead } from './last-head.ts'
import { countAgain } from './projections.ts'
import { openProviders } from './providers.ts'
import { ensureFree, named, reasonOf, refuseAddress } from './refusal.ts'
import { readSecret } from './secret.ts'
import { type FirstAccount, setUp } from './setup.ts'
import { type RunningServer, serveByWorkers } from './workers.ts'

/** Beside the built server; in development, where the build would put it. */
const webFolders = ['../web', '../../dist/web'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
)

/** Beside the built server; in development, started as we were. */
const renditionProgram = {
  command: [
    ...process.execArgv,
    fileURLToPath(new URL(`rendition.${import.meta.url.split('.').at(-1)}`, import.meta.url)),
  ],
  longestMs: 30_000,
}

/** Shutdown timeout, in milliseconds. */
const patienceMs = 10_000

/** A second signal within so many milliseconds repeats the first. */
const sameMs = 1000

/** The most connections of all our web processes together, of each kind, reading and writing. */
const sharedConnections = 40

/** A start that cannot continue: one line, no stack. */
const fail = (error: unknown): never => {
  console.error(reasonOf(error))
  process.exit(1)
}

/** A core is left for PostgreSQL: on two cores one process takes a third more reports than two. */
const workersOf = ({ WORKERS }: Config) => WORKERS ?? Math.max(1, availableParallelism() - 1)

const connectionsOf = (config: Config) =>
  Math.max(2, Math.min(10, Math.floor(sharedConnections / workersOf(config))))

type OpenOptions = {
  readonly url: string
  /** Called when a newer version has migrated the database. */
  readonly onNewerSchema?: (reason: unknown) => void
}

/** Opens what every process needs: database, files, secrets. */
async function openDependencies(
  config: Config,
  { url, ...hears }: OpenOptions,
): Promise<ServerDependencies> {
  const logger = openLog('warn')
  const webFolder = webFolders.find((folder) => existsSync(join(folder, 'index.html')))
  return {
    database: openDatabase({
      url,
      replicaUrl: config.DATABASE_REPLICA_URL,
      connections: connectionsOf(config),
      isSharing: true,
      // Read now: an update may put newer ones into the same folder.
      migrations: await knownMigrations(),
      ...hears,
      onShare: (share) =>
        logger.warn(share, share.isTight ? 'connections are few' : 'connections are enough'),
      // Not the error itself: it contains the whole connection.
      onError: (error) => logger.warn({ reason: reasonOf(error) }, 'database'),
    }),
    clock: () => new Date(),
    elapsedMs: () => performance.now(),
    files: await openFiles(config),
    renditionProgram,
    secrets: openSecrets(
      config.SECRET ?? (await readSecret(config.DATA_DIR).catch(named('DATA_DIR'))),
    ),
    lastHead: openLastHead(config.DATA_DIR),
    logger,
    ...(await openProviders(config)),
    ...(webFolder && { webFolder }),
    publicUrl: config.PUBLIC_URL ?? '',
    observerGuideUrl: config.OBSERVER_GUIDE_URL ?? '',
    answersRefreshMs: config.ANSWERS_REFRESH_MS,
    mapTilesFile: join(config.DATA_DIR, 'map.pmtiles'),
    mapStyleUrl: config.MAP_STYLE_URL ?? '',
    version: about.version,
    outgoing: { privateNetworks: config.WEBHOOK_PRIVATE_NETWORKS === 'on' },
    trustProxy: config.TRUST_PROXY === 'on',
    ...careOf(config, url),
  }
}

/** Serves until `stop` is called. Resolves when it listens. */
async function serveHere(config: Config, dependencies: ServerDependencies): Promise<RunningServer> {
  const app = await createApp(dependencies)
  const { HOST: host, PORT: port } = config
  await app.http.listen({ host, port }).catch(refuseAddress(config))
  return {
    port: (app.http.server.address() as AddressInfo).port,
    stop: () => app.close(),
  }
}

/** One of several web processes; the first process has prepared everything. */
async function runWorker(config: Config): Promise<void> {
  // With a newer schema it accepts no more connections, until the first process stops it.
  const dependencies = await openDependencies(config, { url: config.DATABASE_URL ?? '' })
  const { stop } = await serveHere(config, dependencies)
  const leave = () => stop().then(() => dependencies.database.close())
  process.once('SIGTERM', () => void leave().then(() => process.exit(0), fail))
  // The first process tells us when to stop; the terminal signals all of us at once.
  process.on('SIGINT', () => undefined)
}

async function runFirst(config: Config): Promise<void> {
  await ensureFree(config)
  await ensureBucketAnswers(config)
  const starting = config.DATABASE_URL ? undefined : openEmbedded(config)
  let serving: RunningServer | undefined
  // From here on: an interrupted start must leave no database behind either.
  const ending = onShutdownSignal(async () => {
    await serving?.stop()
    await (await starting)?.stop()
  })
  // The first process is gone: a new start finds the folder free, and there is no parent to restart us.
  process.once('disconnect', ending.leave)
  try {
    const embedded = await starting
    const url = config.DATABASE_URL ?? embedded?.url ?? ''
    const { isUpgrade } = await migrate(url).catch(named(embedded ? 'DATA_DIR' : 'DATABASE_URL'))
    const dependencies = await openDependencies(config, { url, onNewerSchema: ending.fail })
    // A server of an older version that wrote until it noticed the migration may have counted differently.
    if (isUpgrade) await countAgain(dependencies.database)
    const first = await setUp(dependencies.database, dependencies.secrets, config)
    const wantsDemo = config.DEMO ? config.DEMO !== 'off' : embedded !== undefined
    if (wantsDemo && !(await hasHeldAnything(dependencies.database.primary))) {
      console.log('Preparing the demonstration…')
      await demonstrate(dependencies, { isSmall: config.DEMO === 'small' })
    }
    serving = await serveAll(config, dependencies, { url, onTold: ending.leave })
    sayWhere(config, serving.port, first)
    watchDatabase(embedded, ending)
    process.send?.('serving')
  } catch (error) {
    if (ending.hasBegun()) return
    await (await starting)?.stop()
    fail(error)
  }
}

const openEmbedded = (config: Config) => {
  const most = 20 + (workersOf(config) + 1) * (2 * connectionsOf(config) + 1)
  const settings = { max_connections: String(Math.max(100, most)) }
  return startEmbedded({ dataDir: config.DATA_DIR, settings }).catch(named('DATA_DIR'))
}

/**
 * In this process when one is enough; otherwise in as many as configured. Jobs run here, where no call waits
 * for them.
 */
async function serveAll(
  config: Config,
  dependencies: ServerDependencies,
  { url, onTold }: { readonly url: string; readonly onTold: () => void },
): Promise<RunningServer> {
  const workers = workersOf(config)
  const jobs = await startJobs(dependencies)
  const backups = startBackups(config, { ...dependencies, url })
  const serving =
    workers === 1
      ? await serveHere(config, dependencies)
      : await serveByWorkers(workers, { environment: { DATABASE_URL: url }, onTold })
  return {
    port: serving.port,
    stop: async () => {
      await Promise.all([serving.stop(), jobs.stop(), backups.stop()])
      await dependencies.database.close()
    },
  }
}

type ShutdownHandle = {
  hasBegun(): boolean
  /** Finishes running requests, then exits with 0. */
  leave(): void
  /** Logs the reason, finishes running requests, then exits with 1. */
  fail(reason: unknown): void
}

/**
 * Graceful shutdown: finishes running requests, then exits with 0; on a second signal, or after a while, at
 * once.
 */
function onShutdownSignal(stop: () => Promise<void>): ShutdownHandle {
  let hasBegun = false
  const leave = (code: 0 | 1) => {
    if (hasBegun) return
    hasBegun = true
    setTimeout(() => process.exit(1), patienceMs).unref()
    stop().then(() => process.exit(code), fail)
  }
  let firstAt: number | undefined
  const hear = () => {
    const now = performance.now()
    firstAt ??= now
    // Ctrl-C comes from the terminal and, after it, from npm: that counts as one signal.
    if (now - firstAt > sameMs) process.exit(1)
    leave(0)
  }
  process.on('SIGTERM', hear)
  process.on('SIGINT', hear)
  return {
    hasBegun: () => hasBegun,
    leave: () => leave(0),
    fail: (reason) => {
      if (hasBegun) return
      console.error(reasonOf(reason))
      leave(1)
    },
  }
}

/**
 * Without its database the server can do nothing: it exits, so that its supervisor (tools/minding.mjs, for
 * `npm start`) restarts it. Shutting down the database is meant for both.
 */
function watchDatabase(embedded: Embedded | undefined, ending: ShutdownHandle): void {
  void embedded?.announced.then(ending.leave)
  void embedded?.exited.then(async ({ expected, message }) => {
    if (expected) return
    await embedded.stop()
    fail(new Error(`The database ended: ${message}`))
  })
}

function sayWhere(config: Config, port: number, first: FirstAccount | undefined): void {
  const host = config.HOST === '0.0.0.0' || config.HOST === '::' ? 'localhost' : config.HOST
  const isGiven = config.ADMIN_PASSWORD !== undefined
  const account = first && [
    `  account:  ${first.account}`,
    `  password: ${isGiven ? '(as in ADMIN_PASSWORD)' : first.password}`,
    ...(isGiven ? [] : ['  Sign in within three days, and choose a password of your own.']),
    ...(first.isEasy ? ['  It is easy to guess: choose another, under Settings, Security.'] : []),
  ]
  const where = `Veghe is at ${config.PUBLIC_URL ?? `http://${host}:${port}`}`
  console.log([where, ...(account ?? [])].join('\n'))
}

// By default V8 would let the garbage of an export grow to four times what is in use before it collects: 131
// MB over idle instead of 76 (`npm run bench -- --only exports`).
setFlagsFromString('--heap-growing-percent=100')

/** Serves until a signal stops it. Resolves once it accepts connections. */
export async function run(): Promise<void> {
  try {
    const config = readConfig(process.env)
    await (cluster.isPrimary ? runFirst(config) : runWorker(config))
  } catch (error) {
    fail(error)
  }
}
