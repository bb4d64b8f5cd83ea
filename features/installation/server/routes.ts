import { setTimeout as wait } from 'node:timers/promises'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Reply } from '#kit/contract/endpoint.ts'
import { findSealingRefused } from '#kit/server/history/history.ts'
import { serve, serveStream } from '#kit/server/http/serve.ts'
import type { Server } from '#kit/server/http/server.ts'
import type { Live } from '#kit/server/live/live.ts'
import { findLag, type Lag } from '#kit/server/projections/mark.ts'
import { type Check, serverChecks } from '../check-contract.ts'
import { type Backups, installation } from '../contract.ts'

/** Facts about the whole server. */
export type Facts = {
  readonly config: Reply<typeof installation.config>
  /** Builds the API document; it takes a while, so it is built once. */
  readonly describe: () => Reply<typeof installation.api>
  readonly live: Live
  /** Checks this installation. */
  readonly checkUp: () => Promise<readonly Check[]>
  /** The backups that this server makes by itself; null when it makes none. */
  readonly backups: () => Promise<Backups | null>
}

export function installationRoutes(server: Server, facts: Facts): void {
  const { config, describe, checkUp, backups } = facts
  serve(server, installation.config, async () => config)
  let api: ReturnType<Facts['describe']> | undefined
  serve(server, installation.api, async () => {
    api ??= describe()
    return api
  })
  serve(server, serverChecks.list, async () => [...(await checkUp())])
  serve(server, installation.health, async () => {
    const figures = await findLag(server.database.primary)
    const replica = server.database.replica()
    return {
      status: 'ok' as const,
      replica: replica ? { state: replica.state, lagBytes: replica.lagBytes } : null,
      connections: server.database.share() ?? null,
      figures,
      backups: await backups(),
    }
  })
  serveMetrics(server, facts)
}

/** Serves the endpoints for those who operate the servers. */
function serveMetrics(server: Server, { live, backups }: Facts): void {
  const registry = new Registry()
  const seconds = new Histogram({
    name: 'veghe_http_request_seconds',
    help: 'How long calls take, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  server.http.addHook('onResponse', async (request, response) => {
    const route = request.routeOptions.url ?? '(unknown)'
    const labels = { method: request.method, route, status: response.statusCode }
    seconds.observe(labels, response.elapsedTime / 1000)
  })
  new Gauge({
    name: 'veghe_live_streams',
    help: 'Open screens that hear announcements',
    registers: [registry],
    collect() {
      this.set(live.listeners())
    },
  })
  new Gauge({
    name: 'veghe_database_connections',
    help: 'Connections to the database, by what they do',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      for (const [state, count] of Object.entries(server.database.connections()))
        this.set({ state }, count)
    },
  })

  countRefused(server, registry)
  countSignIns(server, registry)
  logSealing(server, registry)
  logFigures(server, registry)
  watchBackups(backups, registry)
  if (server.database.replica()) countReplica(server, registry)

  const all = Registry.merge([registryOfProcess(), registry])
  serveStream(server, installation.metrics, async ({ response }) =>
    response.type(all.contentType).send(await all.metrics()),
  )
}

let ofProcess: Registry | undefined

/** One per process: the watcher of its pauses never ends, and retains everything registered with it. */
function registryOfProcess(): Registry {
  if (!ofProcess) {
    ofProcess = new Registry()
    collectDefaultMetrics({ register: ofProcess })
  }
  return ofProcess
}

function countRefused({ loadShedder }: Server, registry: Registry): void {
  new Gauge({
    name: 'veghe_pressure',
    help: 'How much is refused: of exports the first unit, of reports the last',
    registers: [registry],
    collect() {
      this.set(loadShedder.level())
    },
  })
  new Counter({
    name: 'veghe_refused_calls_total',
    help: 'Calls there was no time for, by their importance',
    labelNames: ['importance'],
    registers: [registry],
    collect() {
      // Counted where they are refused.
      this.reset()
      for (const [importance, count] of Object.entries(loadShedder.refused()))
        this.inc({ importance }, count)
    },
  })
}

function countSignIns({ signIns, loadShedder }: Server, registry: Registry): void {
  new Counter({
    name: 'veghe_sign_ins_total',
    help: 'Sign-ins, by what came of them: locked ones were not compared, for those turned away there was no time',
    labelNames: ['outcome'],
    registers: [registry],
    collect() {
      // Counted where they are answered.
      this.reset()
      for (const [outcome, count] of Object.entries(signIns.totals())) this.inc({ outcome }, count)
    },
  })
  new Gauge({
    name: 'veghe_sign_in_networks',
    help: 'Networks with failed sign-ins, in the last minute that had one',
    registers: [registry],
    collect() {
      this.set(signIns.minutes().at(-1)?.networks.length ?? 0)
    },
  })
  new Gauge({
    name: 'veghe_anonymous_calls',
    help: 'Calls of callers who have not signed in that are served or wait for their turn',
    registers: [registry],
    collect() {
      this.set(loadShedder.anonymous.count())
    },
  })
}

/** How long a scrape waits for values that only the database has. */
const patienceMs = 1000

function logSealing({ database }: Server, registry: Registry): void {
  new Gauge({
    name: 'veghe_history_sealing_refused',
    help: 'Whether history is no longer sealed, because seals were taken away or made anew: 1, or 0',
    registers: [registry],
    async collect() {
      const late = wait(patienceMs, 'late' as const, { ref: false })
      const known = findSealingRefused(database.primary).catch(() => 'late' as const)
      const refused = await Promise.race([known, late])
      this.set(refused === 'late' ? Number.NaN : Number(refused !== undefined))
    },
  })
}

function logFigures({ database }: Server, registry: Registry): void {
  // One reading for both gauges of a scrape.
  let reading: Promise<Lag | undefined> | undefined
  const read = () => {
    reading ??= Promise.race([
      findLag(database.primary).catch(() => undefined),
      wait(patienceMs, undefined, { ref: false }),
    ]).finally(() => {
      reading = undefined
    })
    return reading
  }
  new Gauge({
    name: 'veghe_figures_age_seconds',
    help: 'How long the oldest change has waited to be counted in the figures, in seconds; NaN while the database is away',
    registers: [registry],
    async collect() {
      this.set((await read())?.ageSeconds ?? Number.NaN)
    },
  })
  new Gauge({
    name: 'veghe_marks_waiting',
    help: 'Changes that wait to be counted in the figures; NaN while the database is away',
    registers: [registry],
    async collect() {
      this.set((await read())?.waiting ?? Number.NaN)
    },
  })
}

function watchBackups(read: Facts['backups'], registry: Registry): void {
  new Gauge({
    name: 'veghe_backups_in_trouble',
    help: 'Whether a scheduled backup is missing, or the last test restore failed: 1, or 0; also 0 without a schedule',
    registers: [registry],
    async collect() {
      const state = (await read())?.state ?? 'fine'
      this.set(Number(state !== 'fine'))
    },
  })
}

function countReplica({ database }: Server, registry: Registry): void {
  new Gauge({
    name: 'veghe_replica_used',
    help: 'Whether reads go to the replica: 1, or 0 while it is behind or away',
    registers: [registry],
    collect() {
      this.set(database.replica()?.state === 'used' ? 1 : 0)
    },
  })
  new Gauge({
    name: 'veghe_replica_lag_bytes',
    help: 'How much of the log the replica had still to replay; NaN while it is away',
    registers: [registry],
    collect() {
      this.set(database.replica()?.lagBytes ?? Number.NaN)
    },
  })
  new Counter({
    name: 'veghe_reads_total',
    help: 'Reads, by where they went',
    labelNames: ['server'],
    registers: [registry],
    collect() {
      // Counted where they are sent.
      this.reset()
      for (const [server, count] of Object.entries(database.replica()?.reads ?? {}))
        this.inc({ server }, count)
    },
  })
}
