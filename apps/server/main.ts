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
import { listElectionIds } from '#features/elections/server/queries.ts'
import { hasHeldAnything } from '#features/history/server/beginning-queries.ts'
import type { AppDependencies } from '#kit/server/dependencies.ts'
import { recountAll } from '#kit/server/jobs/recount-later.ts'
import { openLog } from '#kit/server/log.ts'
import { openSecrets } from '#kit/server/security/secrets.ts'
import about from '../../package.json' with { type: 'json' }
import { demonstrate } from '../cli/demonstrate.ts'
import { createApp } from './app.ts'
import { ensureBucketAnswers, openFiles } from './attachments.ts'
import { type Config, readConfig } from './config.ts'
import { startJobs } from './jobs.ts'
import { openLastHead } from './last-head.ts'
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

/** How long a shutdown may take, in milliseconds, before we leave all the same. */
const patienceMs = 10_000

/** What comes within so many milliseconds of being told to end says the same once more. */
const sameMs = 1000

/** Connections that all our web processes together may hold, of each kind, reading and writing. */
const sharedConnections = 40

/** A start that cannot go on: one line, no stack. */
const fail = (error: unknown): never => {
  console.error(reasonOf(error))
  process.exit(1)
}

const workersOf = ({ WORKERS }: Config) => WORKERS ?? availableParallelism()

const connectionsOf = (config: Config) =>
  Math.max(2, Math.min(10, Math.floor(sharedConnections / workersOf(config))))

type OpenOptions = {
  readonly url: string
  /** Hears that a newer version has changed the database. */
  readonly onNewerSchema?: (reason: unknown) => void
}

/** Opens what every process needs: database, files, secrets. */
async function openDependencies(
  config: Config,
  { url, ...hears }: OpenOptions,
): Promise<AppDependencies> {
  const logger = openLog('warn')
  const webFolder = webFolders.find((folder) => existsSync(join(folder, 'index.html')))
  return {
    database: openDatabase({
      url,
      replicaUrl: config.DATABASE_REPLICA_URL,
      connections: connectionsOf(config),
      isSharing: true,
      // Now: whoever brings us up to date may put the newer ones into the same folder.
      migrations: await knownMigrations(),
      ...hears,
      onShare: (share) =>
        logger.warn(share, share.isTight ? 'connections are few' : 'connections are enough'),
      // Not the error itself: it carries the whole connection.
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
    version: about.version,
    trustProxy: config.TRUST_PROXY === 'on',
  }
}

/** Serves until told to stop. Resolves when it listens. */
async function serveHere(config: Config, dependencies: AppDependencies): Promise<RunningServer> {
  const app = await createApp(dependencies)
  const { HOST: host, PORT: port } = config
  await app.http.listen({ host, port }).catch(refuseAddress(config))
  return {
    port: (app.http.server.address() as AddressInfo).port,
    stop: () => app.close(),
  }
}

/** One of several web processes; the first process has made everything ready. */
async function runWorker(config: Config): Promise<void> {
  // Outgrown, it calls nobody in any more, until the first process stops it.
  const dependencies = await openDependencies(config, { url: config.DATABASE_URL ?? '' })
  const { stop } = await serveHere(config, dependencies)
  const leave = () => stop().then(() => dependencies.database.close())
  process.once('SIGTERM', () => void leave().then(() => process.exit(0), fail))
  // The first process tells us when to stop; the terminal tells all of us at once.
  process.on('SIGINT', () => undefined)
}

async function runFirst(config: Config): Promise<void> {
  await ensureFree(config)
  await ensureBucketAnswers(config)
  const starting = config.DATABASE_URL ? undefined : openEmbedded(config)
  let serving: RunningServer | undefined
  // From here on: a start that is interrupted must leave no database behind either.
  const ending = onShutdownSignal(async () => {
    await serving?.stop()
    await (await starting)?.stop()
  })
  // Whoever minds us is gone: another start finds the folder free, and nobody starts us again.
  process.once('disconnect', ending.leave)
  try {
    const embedded = await starting
    const url = config.DATABASE_URL ?? embedded?.url ?? ''
    const { isUpgrade } = await migrate(url).catch(named(embedded ? 'DATA_DIR' : 'DATABASE_URL'))
    const dependencies = await openDependencies(config, { url, onNewerSchema: ending.fail })
    // Whoever of an older version wrote until it heard of this may have counted otherwise.
    if (isUpgrade) await recountAll(dependencies.database, listElectionIds)
    const first = await setUp(dependencies.database, dependencies.secrets, config)
    const wantsDemo = config.DEMO ? config.DEMO === 'on' : embedded !== undefined
    if (wantsDemo && !(await hasHeldAnything(dependencies.database.primary))) {
      console.log('Preparing the demonstration…')
      await demonstrate(dependencies)
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
 * In this process when one is enough; otherwise in as many as are asked for. What is done later is
 * done here, where no call waits for it.
 */
async function serveAll(
  config: Config,
  dependencies: AppDependencies,
  { url, onTold }: { readonly url: string; readonly onTold: () => void },
): Promise<RunningServer> {
  const workers = workersOf(config)
  const jobs = await startJobs(dependencies)
  const serving =
    workers === 1
      ? await serveHere(config, dependencies)
      : await serveByWorkers(workers, { environment: { DATABASE_URL: url }, onTold })
  return {
    port: serving.port,
    stop: async () => {
      await Promise.all([serving.stop(), jobs.stop()])
      await dependencies.database.close()
    },
  }
}

type ShutdownHandle = {
  hasBegun(): boolean
  /** Finishes what is in flight, then leaves with 0. */
  leave(): void
  /** Says why, finishes what is in flight, then leaves with 1. */
  fail(reason: unknown): void
}

/** Finishes what is in flight, then leaves with 0; told a second time, or after a while, at once. */
function onShutdownSignal(stop: () => Promise<void>): ShutdownHandle {
  let hasBegun = false
  const leave = (code: 0 | 1) => {
    if (hasBegun) return
    hasBegun = true
    setTimeout(() => process.exit(1), patienceMs).unref()
    stop().then(() => process.exit(code), fail)
  }
  let toldAt: number | undefined
  const hear = () => {
    const now = performance.now()
    toldAt ??= now
    // Ctrl-C comes from the terminal and, after it, from npm: that is one telling.
    if (now - toldAt > sameMs) process.exit(1)
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
 * Without its database the server can do nothing: it ends, so that whoever minds it (tools/minding.mjs, for
 * `npm start`) starts it again. Who tells the database to end means both.
 */
function watchDatabase(embedded: Embedded | undefined, ending: ShutdownHandle): void {
  void embedded?.told.then(ending.leave)
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

// V8 would let what an export leaves behind grow to four times what is in use before it looks what to
// give back: 131 MB over idle instead of 76 (`npm run bench -- --only exports`).
setFlagsFromString('--heap-growing-percent=100')

try {
  const config = readConfig(process.env)
  await (cluster.isPrimary ? runFirst(config) : runWorker(config))
} catch (error) {
  fail(error)
}
