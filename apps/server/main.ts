import cluster from 'node:cluster'
import { existsSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { type Embedded, startEmbedded } from '#database/embedded.ts'
import { migrate } from '#database/migrate.ts'
import { openDatabase } from '#database/open.ts'
import { hasHeldAnything } from '#features/history/server/beginning-queries.ts'
import { openLog } from '#kit/server/log.ts'
import { openSecrets } from '#kit/server/secrets.ts'
import about from '../../package.json' with { type: 'json' }
import { createApp, type Outside } from './app.ts'
import { ensureBucketAnswers, openFiles } from './attachments.ts'
import { openCarriers } from './carriers.ts'
import { type Config, readConfig } from './config.ts'
import { demonstrate } from './demonstrate.ts'
import { startJobs } from './jobs.ts'
import { ensureFree, named, reasonOf, refuseAddress } from './refusal.ts'
import { readSecret } from './secret.ts'
import { type FirstAccount, setUp } from './setup.ts'
import { type Serving, serveByWorkers } from './workers.ts'

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

/** Opens what every process needs: database, files, secrets. */
async function openOutside(config: Config, url: string): Promise<Outside> {
  const logger = openLog('warn')
  const webFolder = webFolders.find((folder) => existsSync(join(folder, 'index.html')))
  return {
    database: openDatabase({
      url,
      replicaUrl: config.DATABASE_REPLICA_URL,
      connections: connectionsOf(config),
      isSharing: true,
      onShare: (share) =>
        logger.warn(share, share.isTight ? 'connections are few' : 'connections are enough'),
      // Not the error itself: it carries the whole connection.
      onError: (error) => logger.warn({ reason: reasonOf(error) }, 'database'),
    }),
    clock: () => new Date(),
    files: await openFiles(config),
    renditionProgram,
    secrets: openSecrets(
      config.SECRET ?? (await readSecret(config.DATA_DIR).catch(named('DATA_DIR'))),
    ),
    logger,
    ...(await openCarriers(config)),
    ...(webFolder && { webFolder }),
    publicUrl: config.PUBLIC_URL ?? '',
    observerGuideUrl: config.OBSERVER_GUIDE_URL ?? '',
    answersRefreshMs: config.ANSWERS_REFRESH_MS,
    version: about.version,
    trustProxy: config.TRUST_PROXY === 'on',
  }
}

/** Serves until told to stop. Resolves when it listens. */
async function serveHere(config: Config, outside: Outside): Promise<Serving> {
  const app = await createApp(outside)
  const { HOST: host, PORT: port } = config
  await app.http.listen({ host, port }).catch(refuseAddress(config))
  return {
    port: (app.http.server.address() as AddressInfo).port,
    stop: () => app.close(),
  }
}

/** One of several web processes; the first process has made everything ready. */
async function runWorker(config: Config): Promise<void> {
  const outside = await openOutside(config, config.DATABASE_URL ?? '')
  const { stop } = await serveHere(config, outside)
  const leave = () => stop().then(() => outside.database.close())
  process.once('SIGTERM', () => void leave().then(() => process.exit(0), fail))
  // The first process tells us when to stop; the terminal tells all of us at once.
  process.on('SIGINT', () => undefined)
}

async function runFirst(config: Config): Promise<void> {
  await ensureFree(config)
  await ensureBucketAnswers(config)
  const starting = config.DATABASE_URL ? undefined : openEmbedded(config)
  let serving: Serving | undefined
  // From here on: a start that is interrupted must leave no database behind either.
  const isTold = whenTold(async () => {
    await serving?.stop()
    await (await starting)?.stop()
  })
  try {
    const embedded = await starting
    const url = config.DATABASE_URL ?? embedded?.url ?? ''
    await migrate(url).catch(named(embedded ? 'DATA_DIR' : 'DATABASE_URL'))
    const outside = await openOutside(config, url)
    const first = await setUp(outside.database, outside.secrets, config)
    const wantsDemo = config.DEMO ? config.DEMO === 'on' : embedded !== undefined
    if (wantsDemo && !(await hasHeldAnything(outside.database.primary))) {
      console.log('Preparing the demonstration…')
      await demonstrate(outside)
    }
    serving = await serveAll(config, outside, url)
    sayWhere(config, serving.port, first)
    watchDatabase(embedded)
  } catch (error) {
    if (isTold()) return
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
async function serveAll(config: Config, outside: Outside, url: string): Promise<Serving> {
  const workers = workersOf(config)
  const jobs = await startJobs(outside)
  const serving =
    workers === 1
      ? await serveHere(config, outside)
      : await serveByWorkers(workers, { DATABASE_URL: url })
  return {
    port: serving.port,
    stop: async () => {
      await Promise.all([serving.stop(), jobs.stop()])
      await outside.database.close()
    },
  }
}

/**
 * Finishes what is in flight, then leaves with 0; told a second time, or after a while, at once.
 * The function that comes back says whether we were told.
 */
function whenTold(stop: () => Promise<void>): () => boolean {
  let isTold = false
  const leave = () => {
    if (isTold) process.exit(1)
    isTold = true
    setTimeout(() => process.exit(1), patienceMs).unref()
    stop().then(() => process.exit(0), fail)
  }
  process.on('SIGTERM', leave)
  process.on('SIGINT', leave)
  return () => isTold
}

/** Without its database the server can do nothing: it ends, so that whoever minds it starts it again. */
function watchDatabase(embedded: Embedded | undefined): void {
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
    ...(isGiven ? [] : ['  This is shown once: keep it.']),
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
