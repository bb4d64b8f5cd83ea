import { analysis } from '#features/analysis/contract.ts'
import { answers } from '#features/answers/contract.ts'
import { notes } from '#features/notes/contract.ts'
import { observers } from '#features/observers/contract.ts'
import { statistics } from '#features/statistics/contract.ts'
import { httpCall } from '../calling/loading.ts'
import { signInStaff } from '../calling/signed-in.ts'
import { nameOf } from '../data/people.ts'
import { phoneOf, type Shape, visitOf } from '../data/shape.ts'
import type { Figure, Stage } from '../figure.ts'
import { againstBare, compareReads, type Read } from './reads.ts'

/** How many different details are opened. */
const details = 40

/** The reads of screens, over HTTP against the same statements without us. */
export async function measureLists(stage: Stage): Promise<Figure[]> {
  const url = await stage.copy()
  const compared = await compareReads(stage, url, listsOf(stage.shape, await signInStaff(url)))
  const times = new Map(compared.map(({ what, ours }) => [what, ours.p99]))
  return [...compared.map((one) => againstBare(3, one)), ...lastAgainstFirst(times)]
}

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

function listsOf(shape: Shape, token: string): Read[] {
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
    {
      what: 'analysis, sixteen questions',
      calls: Array.from({ length: 16 }, (_, place) =>
        httpCall(analysis.count, { params: { questionId: place + 1 }, query: {} }, token),
      ),
    },
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
