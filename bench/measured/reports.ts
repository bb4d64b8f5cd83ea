import { readFile } from 'node:fs/promises'
import { openDatabase } from '#database/open.ts'
import { answers } from '#features/answers/contract.ts'
import { httpCall, load, type Measured } from '../calling/loading.ts'
import { chosen, oneStatement, pairsSequence } from '../calling/one-statement.ts'
import { signInObservers } from '../calling/signed-in.ts'
import { query } from '../cluster.ts'
import { untilCounted } from '../counting.ts'
import { listChoices } from '../data/data.ts'
import type { FormChoices } from '../data/evening.ts'
import { addressOf, firstFree, type Shape, stationOf } from '../data/shape.ts'
import type { Figure, Stage } from '../figure.ts'
import { listDiskWaits } from '../machine/disk.ts'
import { metricOf } from '../machine/metric.ts'
import { pgbench } from './pgbench.ts'
import { diskFigure, reportFigures, type Theirs } from './report-figures.ts'

const inFlight = 64
/** Warm-up rounds: until then Node still optimises the server's program. */
const warming = 6
/** More than any server of ours has reached; calls are prepared in advance. */
const mostPerSecond = 4000

/** What pgbench runs beside reports, and with how many threads. */
type Rival = { readonly script: string; readonly threads: number }

/**
 * Reports over HTTP against pgbench, which writes the same rows in one statement, or eleven of them and
 * nothing else.
 */
export async function measureReports(stage: Stage): Promise<Figure[]> {
  const { shape, rounds } = stage
  const seconds = Math.min(stage.seconds, longest(shape, rounds))
  const url = await stage.copy()
  const [form] = await choicesOf(url)
  if (!form) throw new Error('There is no form')
  const tokens = await signInObservers(url, shape.observers)
  await query(url, pairsSequence)
  await query(url, await alone('schema'))
  const rivals = await rivalsOf(shape, form)
  const server = await stage.start(url)
  const ours: Measured[] = []
  const theirs: Theirs[] = []
  const disk: number[] = []
  let from = 0
  const report = async () => {
    const calls = reportCalls(shape, form, tokens, { from, count: mostPerSecond * seconds })
    const measured = await load(calls, { url: server.url, inFlight, seconds })
    from += measured.sent
    // What is counted after its own round would slow down the other side's.
    await untilCounted(url)
    return measured
  }
  const rival = async ({ script, threads }: Rival) => {
    const benched = await pgbench(url, script, { clients: inFlight, threads, seconds })
    await untilCounted(url)
    return benched
  }
  try {
    // Warm-up, not counted: an evening does not begin with sixty-four reports at once on a server that has
    // just been started, and whose program Node has not yet optimised.
    for (let round = 0; round < warming; round++) await report()
    const warmed = from
    const before = await processorOf(server.url)
    for (let round = 0; round < rounds; round++) {
      disk.push(...(await listDiskWaits(seconds / 2)))
      ours.push(await report())
      theirs.push({
        told: await rival(rivals.told),
        silent: await rival(rivals.silent),
        transaction: await rival(rivals.transaction),
        statement: await rival(rivals.statement),
      })
    }
    const busy = (await processorOf(server.url)) - before
    return [...reportFigures(ours, theirs, (1000 * busy) / (from - warmed)), diskFigure(disk)]
  } finally {
    await server.stop()
  }
}

/** A script with the rows of a report alone. */
const alone = (name: string) => readFile(new URL(`../alone/${name}.sql`, import.meta.url), 'utf8')

async function rivalsOf(shape: Shape, form: FormChoices) {
  const all = (how: 'told' | 'silent') => ({
    script: `${oneStatement(shape, form, how).replaceAll('\n', ' ')};\n`,
    threads: 2,
  })
  return {
    told: all('told'),
    silent: all('silent'),
    transaction: { script: await alone('transaction'), threads: 1 },
    statement: { script: await alone('statement'), threads: 1 },
  }
}

/** The server's processor time in seconds: unaffected by other programs on the machine. */
const processorOf = (url: string) => metricOf(url, 'process_cpu_seconds_total')

/** The longest run before every observer has been everywhere, at `mostPerSecond`. */
const longest = (shape: Shape, rounds: number) =>
  Math.ceil(mostReports(shape) / (2 * (rounds + warming) * mostPerSecond))

/** How many reports there are in `reportCalls`: a further one would repeat an earlier one. */
export const mostReports = (shape: Shape) =>
  ((shape.stations - firstFree(shape)) / 2) * shape.observers

/** The forms that can be filled in. */
export async function choicesOf(url: string): Promise<FormChoices[]> {
  const database = openDatabase({ url, connections: 1 })
  return listChoices(database).finally(() => database.close())
}

/** Reports of all observers, from every second station that the observer has not visited. */
export function reportCalls(
  shape: Shape,
  form: FormChoices,
  tokens: readonly string[],
  { from, count }: { readonly from: number; readonly count: number },
): string[] {
  return Array.from({ length: count }, (_, place) => {
    const pair = from + place
    const observer = pair % shape.observers
    const nth = firstFree(shape) + 2 * Math.floor(pair / shape.observers)
    return reportCall(shape, form, { observer, nth }, tokens[observer])
  })
}

/** The report of an observer from their nth station. */
export function reportCall(
  shape: Shape,
  form: FormChoices,
  { observer, nth }: { readonly observer: number; readonly nth: number },
  token: string | undefined,
): string {
  const station = addressOf(stationOf(shape, observer, nth))
  const body = {
    answers: chosen(form).map(({ questionId, optionId }) => ({
      ...station,
      questionId,
      options: [{ optionId }],
    })),
  }
  return httpCall(answers.send, { body }, token)
}
