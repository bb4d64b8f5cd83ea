import { openHttpLine } from '../calling/http-line.ts'
import { load, type Measured, sqlCall } from '../calling/loading.ts'
import { openSqlTap } from '../calling/sql-tap.ts'
import type { Figure, Stage } from '../figure.ts'
import { mean } from '../spread.ts'

const inFlight = 16

/** The reads of a screen, as one or several sequential calls. */
export type Read = { readonly what: string; readonly calls: readonly string[] }

type Typical = Pick<Measured, 'p50' | 'p99' | 'sent'>

/** A read over HTTP, and its statements sent directly. */
export type ComparedRead = {
  readonly what: string
  readonly ours: Typical
  readonly theirs: Typical
}

/** Reads of screens by sixteen at once, over HTTP by turns with the same statements without us. */
export async function compareReads(
  stage: Stage,
  url: string,
  reads: readonly Read[],
): Promise<ComparedRead[]> {
  const rounds = Math.min(2, stage.rounds)
  const bare = await capture(stage, url, reads)
  const server = await stage.start(url)
  try {
    const compared: ComparedRead[] = []
    for (const [place, { what, calls }] of reads.entries()) {
      const runs = { ours: [] as Measured[], theirs: [] as Measured[] }
      const options = { inFlight, seconds: stage.seconds / rounds, isRepeated: true }
      for (let round = 0; round < rounds; round++) {
        runs.ours.push(await load(calls, { ...options, url: server.url }))
        runs.theirs.push(await load(bare[place] ?? [], { ...options, url }))
      }
      const theirs = typical(runs.theirs)
      if (theirs.p99 === 0 && !stage.isBrief)
        throw new Error(`${what}: nothing was answered, measure it with more --seconds`)
      compared.push({ what, ours: typical(runs.ours), theirs })
    }
    return compared
  } finally {
    await server.stop()
  }
}

export const againstBare = (number: number, { what, ours, theirs }: ComparedRead): Figure => ({
  number,
  what: `${what}: p99 against the bare SQL`,
  value: ours.p99 / theirs.p99,
  unit: '×',
  most: 5,
  ms: ours.p50,
  footnote: `${milliseconds(ours)} against ${milliseconds(theirs)}`,
})

const typical = (runs: readonly Measured[]) => ({
  p50: mean(runs.map(({ p50 }) => p50)),
  p99: mean(runs.map(({ p99 }) => p99)),
  sent: runs.reduce((sum, run) => sum + run.sent, 0),
})

const milliseconds = ({ p50, p99, sent }: Typical) =>
  `p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)} ms of ${sent}`

/** Polling for jobs and marks and sealing history continue, whatever is being read. */
const beside = / jobs |history|pg_locks|\bmarks\b/

/** The server's statements for each of the calls, recorded on the wire. */
async function capture(stage: Stage, databaseUrl: string, reads: readonly Read[]) {
  const ear = await openSqlTap(databaseUrl)
  const server = await stage.start(ear.url)
  try {
    const line = await openHttpLine(server.url)
    const heard: string[][] = []
    for (const { calls } of reads) {
      const own: string[] = []
      for (const call of calls) {
        ear.take()
        const wrong = await line.send(call)
        if (wrong !== undefined) throw new Error(`A call failed: ${wrong}`)
        const statements = ear.take().filter(({ text }) => !beside.test(text))
        own.push(sqlCall(statements))
      }
      heard.push(own)
    }
    await line.close()
    return heard
  } finally {
    await server.stop()
    await ear.stop()
  }
}
