import { feature as accounts } from '#features/accounts/server/feature.ts'
import { setPassword } from '#features/accounts/server/queries.ts'
import type { AccountTasks } from '#features/accounts/server/routes.ts'
import { feature as alerts } from '#features/alerts/server/feature.ts'
import { feature as analysis } from '#features/analysis/server/feature.ts'
import { feature as answers } from '#features/answers/server/feature.ts'
import { feature as assignments } from '#features/assignments/server/feature.ts'
import { planKinds } from '#features/assignments/server/jobs.ts'
import { feature as calls } from '#features/calls/server/feature.ts'
import { pauseAgain } from '#features/calls/server/hold-queries.ts'
import { feature as comments } from '#features/comments/server/feature.ts'
import { feature as contacts } from '#features/contacts/server/feature.ts'
import { feature as elections } from '#features/elections/server/feature.ts'
import type { ElectionHooks } from '#features/elections/server/routes.ts'
import { feature as exports } from '#features/export/server/feature.ts'
import { exportKinds } from '#features/export/server/jobs.ts'
import { feature as factors } from '#features/factors/server/feature.ts'
import { feature as forms } from '#features/forms/server/feature.ts'
import { feature as handover } from '#features/handover/server/feature.ts'
import { feature as history } from '#features/history/server/feature.ts'
import { feature as hooks } from '#features/hooks/server/feature.ts'
import { feature as incidents } from '#features/incidents/server/feature.ts'
import { feature as installation } from '#features/installation/server/feature.ts'
import { feature as invitations } from '#features/invitations/server/feature.ts'
import { feature as keys } from '#features/keys/server/feature.ts'
import { feature as map } from '#features/map/server/feature.ts'
import { readOutlines } from '#features/map/server/shown-queries.ts'
import { feature as milestones } from '#features/milestones/server/feature.ts'
import { feature as notes } from '#features/notes/server/feature.ts'
import { feature as notifications } from '#features/notifications/server/feature.ts'
import { noteDevice } from '#features/observers/server/device-queries.ts'
import { feature as observers } from '#features/observers/server/feature.ts'
import { observerKinds } from '#features/observers/server/jobs.ts'
import { feature as places } from '#features/places/server/feature.ts'
import { placeKinds } from '#features/places/server/jobs.ts'
import { feature as reminders } from '#features/reminders/server/feature.ts'
import { feature as reviews } from '#features/reviews/server/feature.ts'
import { undoSendingBack } from '#features/reviews/server/routes.ts'
import { feature as search } from '#features/search/server/feature.ts'
import { feature as session } from '#features/session/server/feature.ts'
import { endLooking, setLooking } from '#features/session/server/looking-queries.ts'
import { feature as situation } from '#features/situation/server/feature.ts'
import { feature as stations } from '#features/stations/server/feature.ts'
import { feature as statistics } from '#features/statistics/server/feature.ts'
import { countUnderWay, endTasksOf, giveTasksBack } from '#features/tasks/server/ending-queries.ts'
import { feature as tasks } from '#features/tasks/server/feature.ts'
import { feature as telephone } from '#features/telephone/server/feature.ts'
import { feature as unplaced } from '#features/unplaced/server/feature.ts'
import { feature as views } from '#features/views/server/feature.ts'
import { reportsOf } from '#features/visits/server/emptying-queries.ts'
import { feature as visits } from '#features/visits/server/feature.ts'
import type { Emptied } from '#kit/server/election.ts'
import type { ServerFeature } from '#kit/server/feature.ts'

/** Tasks that are deleted with the account that started them, and restored with it. */
const accountTasks: AccountTasks = {
  count: countUnderWay,
  end: endTasksOf,
  giveBack: giveTasksBack,
}

/**
 * The features after elections, in the order of tools/checks/structure.ts; with their dependencies on later ones.
 */
const behind: readonly ServerFeature[] = [
  factors,
  session(noteDevice),
  invitations(setPassword),
  accounts(accountTasks),
  keys,
  tasks((secrets) => [...exportKinds, ...placeKinds, ...observerKinds(secrets), ...planKinds]),
  views,
  places(readOutlines),
  observers,
  notifications(undoSendingBack),
  forms,
  visits,
  reviews,
  incidents,
  comments,
  alerts,
  notes,
  answers,
  unplaced,
  assignments,
  calls,
  milestones,
  reminders,
  contacts,
  telephone,
  stations,
  statistics,
  map,
  situation,
  handover,
  exports,
  search,
  analysis,
  hooks,
  history,
]

/** The hooks of later features when an election changes. */
export const electionHooks: ElectionHooks = {
  // The work that ends with its election (docs/decisions/071): all background work.
  endings: behind.flatMap(({ ending }) => ending ?? []),
  startings: behind.flatMap(({ starting }) => starting ?? []),
  returnings: behind.flatMap(({ returning }) => returning ?? []),
  looking: { set: setLooking, end: endLooking },
  pauseAgain,
  clockTimes: behind.flatMap(({ clockTimes }) => clockTimes ?? []),
  copied: behind.flatMap(({ copied }) => copied ?? []),
  reports: reportsOf(behind.flatMap(({ takesBack }) => takesBack ?? []).reverse()),
  emptied: inTheirOrder(behind.flatMap(({ emptied }) => emptied ?? [])),
  erasers: behind.flatMap(({ eraser }) => eraser ?? []),
}

/** A feature refers to earlier ones, so its rows are deleted before theirs, unless it says otherwise. */
function inTheirOrder(emptied: readonly Emptied[]): readonly Emptied[] {
  const first = emptied.filter(({ goesFirst }) => goesFirst)
  return [...first, ...emptied.filter(({ goesFirst }) => !goesFirst).reverse()]
}

/** Every feature, in the order of tools/checks/structure.ts: together they are the server. */
export const features: readonly ServerFeature[] = [
  installation,
  elections(electionHooks),
  ...behind,
]
