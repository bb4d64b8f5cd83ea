import { type AnswerThread, answers } from '#features/answers/contract.ts'
import { elections } from '#features/elections/contract.ts'
import { notifications } from '#features/notifications/contract.ts'
import { observers } from '#features/observers/contract.ts'
import { places } from '#features/places/contract.ts'
import { Method, statistics } from '#features/statistics/contract.ts'
import { tasks } from '#features/tasks/contract.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { SeededRandom } from '#testing/evening/seeded-random.ts'
import type { Operation } from '../operation.ts'
import { isFresh, seesNoMore } from '../oracles/reading-oracles.ts'
import { observerName, stationName } from '../world.ts'
import { act, type Clerk, read } from './staff-member.ts'

/** Reads lists as screens do; an oracle checks at the end what each account may see. */
async function readLists(clerk: Clerk, draw: SeededRandom): Promise<void> {
  const page = 1 + draw.below(3)
  const urgent = draw.happens(0.5)
  const method = draw.pick(Method.options) ?? 'observerNumber'
  const checkedIn = { countyCodes: ['CJ', 'AB'], currentlyCheckedIn: true }
  const readers = [
    () => readThreads(clerk, { page, urgent }),
    () => read(clerk, { endpoint: observers.list, sent: { query: { page, sort: 'lastSeen' } } }),
    () => read(clerk, { endpoint: observers.active, sent: { query: checkedIn } }),
    () => read(clerk, { endpoint: places.counties, sent: {} }),
    () => read(clerk, { endpoint: tasks.list, sent: { query: { page } } }),
    () => read(clerk, { endpoint: elections.current, sent: {} }),
    () => read(clerk, { endpoint: notifications.list, sent: { query: { page } } }),
    () => read(clerk, { endpoint: statistics.trend, sent: { query: {} } }),
    () => read(clerk, { endpoint: statistics.list, sent: { params: { method }, query: {} } }),
  ]
  await draw.pick(readers)?.()
}

/** The list of threads; for a limited account only those in its counties. */
async function readThreads(clerk: Clerk, query: { page: number; urgent: boolean }): Promise<void> {
  const { world, who } = clerk
  const { sight } = world
  const reply = await read(clerk, { endpoint: answers.list, sent: { query } })
  // More than one list is correct while stations have other names or Sanda's limits change.
  const isSteady = sight === world.sight && world.interrupted.to < Date.now() - 2000
  if (!reply || who.account !== 'sanda' || !isSteady) return
  const shown = reply.threads.flatMap((one) => world.countyOf.get(one.pollingStationId) ?? [])
  const found = seesNoMore(who.account, shown, sight)
  for (const finding of found) world.trace.find(finding)
}

/** Opens an unseen report, which is then seen until it or its station changes. */
async function openUnseen(clerk: Clerk, draw: SeededRandom): Promise<void> {
  const { world, who } = clerk
  const unseen = { endpoint: answers.list, sent: { query: { urgent: true, unseen: true } } }
  const opened = draw.pick((await read(clerk, unseen))?.threads ?? [])
  if (!opened) return
  const { observerId, pollingStationId, lastModified } = opened
  const changes = () => world.takenBack.length + world.undone.length + world.cleared.length
  const before = changes()
  const body = { observerId, pollingStationId, lastModified: lastModified.toISOString() }
  const heard = await act(clerk, { endpoint: answers.markSeen, sent: { body } })
  const left = heard.kind === 'done' && (await read(clerk, unseen))
  if (!left || changes() > before || world.interrupted.to + 2000 > heard.from) return
  if (left.threads.some((one) => isSameReport(one, opened)))
    world.trace.find({
      oracle: 'an opened report is seen',
      what: `${who.account} opened it as of ${body.lastModified}, and it is listed as unseen`,
      about: [],
    })
}

const isSameReport = (one: AnswerThread, other: AnswerThread) =>
  one.observerId === other.observerId &&
  one.pollingStationId === other.pollingStationId &&
  one.lastModified <= other.lastModified

/**
 * Reads an acknowledged answer: a read that began after the acknowledgement shows it or a later answer of the same
 * observer, unless it was unplaced.
 */
async function readBack(clerk: Clerk, draw: SeededRandom): Promise<void> {
  const { world, who } = clerk
  if (who.role !== 'organiser') return
  const person = draw.pick([...world.people.values()].filter(({ sayings }) => sayings.length > 0))
  const before = person?.sayings.at(-1)
  const stationId = before && world.stationIds.get(stationName(before.at))
  if (!person || !before?.isCertain || stationId === undefined) return
  const observerId = person.id as Id<'observers'>
  const pollingStationId = stationId as Id<'pollingStations'>
  const count = person.sayings.length
  const about = [observerName(person), stationName(before.at)]
  const reply = await read(clerk, {
    endpoint: answers.filledIn,
    sent: { query: { observerId, pollingStationId } },
    about,
  })
  // The model has a submission only after its reply.
  if (!reply || person.underWay > 0 || person.sayings.length !== count) return
  // An answer sent while stations had other names may be unplaced.
  if (world.interrupted.to + 2000 > before.from) return
  const answer = reply.find(({ id }) => id === before.questionId)
  const shown = answer?.correction?.own ?? answer?.answers ?? []
  for (const finding of isFresh(before, shown, about))
    world.doubts.push({ person, saying: before, finding })
}

export const readOperations: readonly Operation<Clerk>[] = [
  { name: 'lists read', weight: 8, run: readLists },
  { name: 'unseen report opened', weight: 3, run: openUnseen },
  { name: 'what was acknowledged read back', weight: 6, run: readBack },
]
