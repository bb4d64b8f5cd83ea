import { accounts, accountsChanged } from '#features/accounts/contract.ts'
import { answers, answersReceived } from '#features/answers/contract.ts'
import { elections, emptyingMoved, erasingMoved } from '#features/elections/contract.ts'
import { forms, formsChanged } from '#features/forms/contract.ts'
import { history } from '#features/history/contract.ts'
import { noteReceived, notes } from '#features/notes/contract.ts'
import { notifications, notificationsChanged } from '#features/notifications/contract.ts'
import { observers, observersChanged } from '#features/observers/contract.ts'
import { places, placesChanged } from '#features/places/contract.ts'
import { accountLocked, session, signInsTried } from '#features/session/contract.ts'
import { statistics } from '#features/statistics/contract.ts'
import { tasks, tasksChanged } from '#features/tasks/contract.ts'
import { unplaced } from '#features/unplaced/contract.ts'
import { stationInfoReceived, unplacedChanged, visits } from '#features/visits/contract.ts'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import type { LiveEvent } from '#kit/contract/live.ts'

/** What is no longer as it was read once something was announced. */
export type Change = {
  readonly event: LiveEvent
  /** Everything read from these endpoints, but what names another observer, station or task. */
  readonly touches: readonly Endpoint[]
  /**
   * What is on screen is read again at once, and then at most this often, in milliseconds. Without it,
   * it is read again when somebody comes back to it.
   */
  readonly restMs?: number
}

const aSecond = 1000
/** Counting is dearer than reading one report, and nobody reads numbers that change every second. */
const countingMs = 4000

const thread = [answers.list, answers.thread, answers.filledIn, notes.list, visits.info]
const counts = [statistics.list, statistics.trend]
/** They say when observers were last seen, and where; what they send does not move their list about. */
const people = [observers.list, observers.active]
/** Names of people and places stand wherever reports are told of. */
const named = [...thread, ...counts, unplaced.list, notifications.deliveries]

/** What each announcement makes old, whatever page is open. All that is done stands in history. */
const concerned: readonly Change[] = [
  { event: answersReceived, touches: thread, restMs: aSecond },
  { event: answersReceived, touches: counts, restMs: countingMs },
  { event: answersReceived, touches: people },
  { event: noteReceived, touches: thread, restMs: aSecond },
  { event: noteReceived, touches: [...counts, ...people] },
  { event: stationInfoReceived, touches: thread, restMs: aSecond },
  { event: stationInfoReceived, touches: [...counts, ...people] },
  { event: unplacedChanged, touches: [unplaced.list], restMs: aSecond },
  {
    event: placesChanged,
    touches: [
      ...[places.counties, places.countyLimits, places.county, places.stations, places.provinces],
      ...[places.countiesOfProvince, places.municipalitiesOfCounty, places.listImports],
    ],
    restMs: aSecond,
  },
  { event: placesChanged, touches: [...named, ...people, elections.current, accounts.list] },
  {
    event: observersChanged,
    touches: [observers.list, observers.active, observers.count, observers.listImports],
    restMs: aSecond,
  },
  { event: observersChanged, touches: [...named, accounts.listNgos] },
  { event: formsChanged, touches: [forms.list, forms.get, forms.whole], restMs: aSecond },
  { event: formsChanged, touches: [answers.filledIn, notes.list] },
  {
    event: notificationsChanged,
    touches: [notifications.list, notifications.find, notifications.deliveries],
    restMs: aSecond,
  },
  {
    event: accountsChanged,
    touches: [accounts.list, accounts.listDeleted, accounts.listNgos],
    restMs: aSecond,
  },
  { event: accountsChanged, touches: [observers.list, session.me] },
  {
    event: accountLocked,
    touches: [observers.list, observers.active, accounts.list],
    restMs: aSecond,
  },
  { event: signInsTried, touches: [session.tries], restMs: 2 * aSecond },
  { event: erasingMoved, touches: [elections.list], restMs: aSecond },
  { event: emptyingMoved, touches: [elections.list], restMs: aSecond },
  { event: tasksChanged, touches: [tasks.list, tasks.get], restMs: 500 },
]

const events = [...new Set(concerned.map(({ event }) => event))]

export const changes: readonly Change[] = [
  ...concerned,
  ...events.map((event) => ({ event, touches: [history.list, history.head] })),
]
