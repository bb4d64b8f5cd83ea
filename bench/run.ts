import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { bulkMeasurements } from './bulk/measure.ts'
import {
  type BenchCluster,
  benchFolder,
  type ClusterKind,
  kinds,
  openBenchCluster,
} from './cluster.ts'
import { shapeOf } from './data/shape.ts'
import type { Figure, Stage } from './figure.ts'
import { watchStolen } from './machine/stolen.ts'
import { measureDeadline } from './measured/deadline.ts'
import { measureDeployment } from './measured/deployment.ts'
import { measureExports } from './measured/exports.ts'
import { measureFigures } from './measured/figures.ts'
import { measureHandling } from './measured/handling.ts'
import { measureImports } from './measured/imports.ts'
import { measureLists } from './measured/lists.ts'
import { measureMapFrames } from './measured/map-frames.ts'
import { measureNewInstallation } from './measured/new-installation.ts'
import { measurePlannedReports } from './measured/planned-reports.ts'
import { measureProofs } from './measured/proofs.ts'
import { measurePush } from './measured/push.ts'
import { measureReports } from './measured/reports.ts'
import { measureScreens } from './measured/screens.ts'
import { measureSignIns } from './measured/sign-ins.ts'
import { measureStart } from './measured/start.ts'
import { measureTeam } from './measured/team.ts'
import { measureWeb } from './measured/web.ts'
import { keepResults } from './results.ts'
import { type Built, buildServer, runProgram, startServer } from './server.ts'

/** All measurements: a line here and a file beside. */
const measurements: Readonly<Record<string, (stage: Stage) => Promise<Figure[]>>> = {
  reports: measureReports,
  figures: measureFigures,
  'sign-ins': measureSignIns,
  lists: measureLists,
  deployment: measureDeployment,
  team: measureTeam,
  'reports-planned': measurePlannedReports,
  deadline: measureDeadline,
  exports: measureExports,
  imports: measureImports,
  'new-installation': measureNewInstallation,
  ...bulkMeasurements,
  screens: measureScreens,
  push: measurePush,
  start: measureStart,
  web: measureWeb,
  handling: measureHandling,
  'map-frames': measureMapFrames,
  proofs: measureProofs,
}

const usage = `Usage: npm run bench -- [--only ${Object.keys(measurements).join(',')}] [--share 0.01,0.1,1] [--on own,embedded] [--seconds 5] [--at-most 1800] [--brief]`

type Options = {
  readonly only: readonly string[]
  readonly shares: readonly number[]
  readonly on: readonly ClusterKind[]
  readonly seconds: number
  /** The time limit, in seconds, for what runs in steps. */
  readonly atMost: number
  /** Only proves that everything still works: little data, and nothing is recorded. */
  readonly isBrief: boolean
}

/** `bulk` means all measurements whose names begin with it. */
const measurementsOf = (name: string) =>
  name in measurements
    ? [name]
    : Object.keys(measurements).filter((one) => one.startsWith(`${name}-`))

function readArguments(): Options {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', default: Object.keys(measurements).join(',') },
      share: { type: 'string', default: '0.01,0.1,1' },
      on: { type: 'string', default: kinds.join(',') },
      seconds: { type: 'string', default: '5' },
      'at-most': { type: 'string', default: '1800' },
      brief: { type: 'boolean', default: false },
    },
  })
  const named = values.only.split(',').map(measurementsOf)
  const only = named.flat()
  const shares = values.brief ? [0.005] : values.share.split(',').map(Number)
  const on = kinds.filter((kind) => (values.brief ? kind === 'own' : values.on.includes(kind)))
  const seconds = values.brief ? 0.2 : Number(values.seconds)
  const atMost = Number(values['at-most'])
  const isFine =
    named.every((own) => own.length > 0) &&
    shares.every((share) => share > 0 && share <= 1) &&
    on.length > 0 &&
    seconds > 0 &&
    atMost > 0
  if (!isFine) throw new Error(usage)
  return { only, shares, on, seconds, atMost, isBrief: values.brief }
}

async function main(): Promise<void> {
  const options = readArguments()
  const folder = options.isBrief ? await briefFolder() : await benchFolder()
  const server = await buildServer()
  try {
    for (const kind of options.on)
      await Promise.all(
        lanesOf(options).map(async (only, lane) => {
          const ground = await openBenchCluster(kind, lane === 0 ? folder : join(folder, `${lane}`))
          await measureOn(ground, kind, { ...options, only }, server).finally(() => ground.stop())
        }),
      )
  } finally {
    await server.remove()
    if (options.isBrief) await rm(folder, { recursive: true, force: true })
  }
}

/** PostgreSQL, as a user of its own, has to pass through. */
async function briefFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'veghe-bench-'))
  await chmod(folder, 0o755)
  return folder
}

/**
 * The measurements of each lane run in sequence. A brief run measures the bulk acts in parallel with the others: each
 * waits for half of its time, and the results are not used.
 */
function lanesOf({ only, isBrief }: Options): readonly (readonly string[])[] {
  const isBulk = (name: string) => name in bulkMeasurements
  const lanes = [only.filter(isBulk), only.filter((name) => !isBulk(name))]
  return isBrief ? lanes.filter((lane) => lane.length > 0) : [only]
}

async function measureOn(
  ground: BenchCluster,
  kind: ClusterKind,
  options: Options,
  built: Built,
): Promise<void> {
  for (const share of options.shares)
    for (const name of options.only) {
      const machine = await watchMachine(ground)
      const day = new Date().toISOString().slice(0, 10)
      const stage = stageOf(ground, share, options, built)
      const figures = (await measurements[name]?.(stage)) ?? []
      for (const figure of figures) console.log(`${share * 100} %, ${kind}: ${lineOf(figure)}`)
      const on = await machine()
      const results = figures.map((figure) => ({ ...figure, share, kind, on, day }))
      if (!options.isBrief) await keepResults(results)
    }
}

const stageOf = (ground: BenchCluster, share: number, options: Options, built: Built): Stage => ({
  shape: shapeOf(share),
  seconds: options.seconds,
  atMost: options.atMost,
  isBrief: options.isBrief,
  rounds: options.isBrief ? 1 : 4,
  copy: () => ground.copy(share),
  copyPlanned: () => ground.copyPlanned(share),
  empty: () => ground.empty(),
  start: (url, environment) => startServer(built.folder, url, environment),
  run: (program, args, url, environment) =>
    runProgram(built.folder, program, args, url, environment),
  buildWeb: () => built.buildWeb(),
})

const lineOf = ({ number, what, value, unit, footnote = '' }: Figure) =>
  `#${number} ${what}: ${value.toFixed(2)} ${unit} ${footnote}`

/** A description of the machine; how busy it is with other things shows how reliable the results are. */
async function watchMachine({ version }: BenchCluster): Promise<() => Promise<string>> {
  const [processor] = cpus()
  const [busy = 0] = loadavg()
  const machine = `${cpus().length} × ${processor?.model.trim()}, Node ${process.versions.node}, PostgreSQL ${version}, load ${busy.toFixed(1)}`
  const stolen = await watchStolen()
  return async () => {
    const taken = await stolen()
    return taken === undefined
      ? machine
      : `${machine}, ${Math.round(100 * taken)} % taken by its host`
  }
}

await main()
