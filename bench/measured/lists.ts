import { answers } from '#features/answers/contract.ts'
import { notes } from '#features/notes/contract.ts'
import { observers } from '#features/observers/contract.ts'
import { statistics } from '#features/statistics/contract.ts'
import { openHttpLine } from '../calling/http-line.ts'
import { httpCall, load, type Measured, sqlCall } from '../calling/loading.ts'
import { signInStaff } from '../calling/signed-in.ts'
import { openSqlTap } from '../calling/sql-tap.ts'
import { nameOf } from '../data/people.ts'
import { phoneOf, type Shape, visitOf } from '../data/shape.ts'
import type { Figure, Stage } from '../figure.ts'
import { mean } from '../spread.ts'

const inFlight = 16
/** How many different details are opened. */
const details = 40

type List = { readonly what: string; readonly calls: readonly string[] }

/** The reads of screens, over HTTP against the same statements without us. */
export async function measureLists(stage: Stage): Promise<Figure[]> {
  const rounds = Math.min(2, stage.rounds)
  const url = await stage.copy()
  const lists = listsOf(stage.shape, await signInStaff(url))
  const bare = await capture(stage, url, lists)
  const server = await stage.start(url)
  try {
    const figures: Figure[] = []
    const times = new Map<string, number>()
    for (const [place, { what, calls }] of lists.entries()) {
      const runs = { ours: [] as Measured[], theirs: [] as Measured[] }
      const options = { inFlight, seconds: stage.seconds / rounds, isRepeated: true }
      for (let round = 0; round < rounds; round++) {
        runs.ours.push(await load(calls, { ...options, url: server.url }))
        runs.theirs.push(await load(bare[place] ?? [], { ...options, url }))
      }
      const [ours, theirs] = [typical(runs.ours), typical(runs.theirs)]
      times.set(what, ours.p99)
      figures.push({
        number: 3,
        what: `${what}: p99 against the bare SQL`,
        value: ours.p99 / theirs.p99,
        unit: '×',
        most: 5,
        ms: ours.p50,
        footnote: `${milliseconds(ours)} against ${milliseconds(theirs)}`,
      })
    }
    return [...figures, ...lastAgainstFirst(times)]
  } finally {
    await server.stop()
  }
}

const typical = (runs: readonly Measured[]) => ({
  p50: mean(runs.map(({ p50 }) => p50)),
  p99: mean(runs.map(({ p99 }) => p99)),
  sent: runs.reduce((sum, run) => sum + run.sent, 0),
})

const milliseconds = ({ p50, p99, sent }: Pick<Measured, 'p50' | 'p99' | 'sent'>) =>
  `p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)} ms of ${sent}`

function lastAgainstFirst(times: ReadonlyMap<string, number>): Figure[] {
  return ['answers', 'observers'].map((name) => ({
    number: 3,
    what: `${name}, last page: p99 against the first page`,
    value: (times.get(`${name}, last page`) ?? 0) / (times.get(`${name}, first page`) ?? 0),
    unit: '×',
    // As fast, except for the spread between two identical runs.
    most: 1.5,
  }))
}

/** The server's statements for each of the calls, recorded on the wire. */
async function capture(stage: Stage, databaseUrl: string, lists: readonly List[]) {
  const ear = await openSqlTap(databaseUrl)
  const server = await stage.start(ear.url)
  try {
    const line = await openHttpLine(server.url)
    const heard: string[][] = []
    for (const { calls } of lists) {
      const own: string[] = []
      for (const call of calls) {
        ear.take()
        const wrong = await line.send(call)
        if (wrong !== undefined) throw new Error(`A call failed: ${wrong}`)
        // Polling for jobs and sealing history go on, whatever is being read.
        const statements = ear.take().filter(({ text }) => !/ jobs |history|pg_locks/.test(text))
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

function listsOf(shape: Shape, token: string): List[] {
  const pageSize = 20
  const last = (items: number) => Math.ceil(items / pageSize)
  const read = (query: object) => [httpCall(answers.list, { query }, token)]
  const people = (query: object) => [httpCall(observers.list, { query }, token)]
  const seen = Array.from({ length: details }, (_, place) =>
    visitOf(shape, Math.floor((place / details) * shape.visits)),
  ).map(({ observer, station }) => ({
    query: { observerId: observer + 1, pollingStationId: station + 1 },
  }))
  const counted = (method: Parameters<typeof count>[0]) => count(method, token)
  return [
    { what: 'answers, first page', calls: read({}) },
    { what: 'answers, last page', calls: read({ page: last(shape.visits) }) },
    { what: 'answers, urgent', calls: read({ urgent: true }) },
    { what: 'answers, one county', calls: read({ county: 'J7' }) },
    {
      what: 'answers, part of a phone',
      calls: read({ observerPhoneNumber: phoneOf(7).slice(-6) }),
    },
    { what: 'observers, first page', calls: people({}) },
    { what: 'observers, last page', calls: people({ page: last(shape.observers) }) },
    { what: 'observers, by last seen', calls: people({ sort: 'lastSeen', order: 'desc' }) },
    { what: 'observers, by notes', calls: people({ sort: 'numberOfNotes', order: 'desc' }) },
    { what: 'observers, part of a name', calls: people({ name: nameOf(7).slice(2) }) },
    { what: 'detail: answers', calls: seen.map((sent) => httpCall(answers.filledIn, sent, token)) },
    { what: 'detail: notes', calls: seen.map((sent) => httpCall(notes.list, sent, token)) },
    { what: 'statistics, observers', calls: counted('observerNumber') },
    { what: 'statistics, counties', calls: counted('countiesIrregularities') },
    { what: 'statistics, stations', calls: counted('pollingStationIrregularities') },
    { what: 'statistics, trend', calls: [httpCall(statistics.trend, { query: {} }, token)] },
  ]
}

const count = (
  method: 'observerNumber' | 'countiesIrregularities' | 'pollingStationIrregularities',
  token: string,
) => [httpCall(statistics.list, { params: { method }, query: {} }, token)]
