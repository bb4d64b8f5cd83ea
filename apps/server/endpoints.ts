import { accounts } from '#features/accounts/contract.ts'
import { answers } from '#features/answers/contract.ts'
import { deployment } from '#features/deployment/contract.ts'
import { elections } from '#features/elections/contract.ts'
import { exports } from '#features/export/contract.ts'
import { factors } from '#features/factors/contract.ts'
import { forms } from '#features/forms/contract.ts'
import { history } from '#features/history/contract.ts'
import { invitations } from '#features/invitations/contract.ts'
import { notes } from '#features/notes/contract.ts'
import { notifications } from '#features/notifications/contract.ts'
import { observers } from '#features/observers/contract.ts'
import { places } from '#features/places/contract.ts'
import { session } from '#features/session/contract.ts'
import { statistics } from '#features/statistics/contract.ts'
import { tasks } from '#features/tasks/contract.ts'
import { unplaced } from '#features/unplaced/contract.ts'
import { visits } from '#features/visits/contract.ts'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { liveStream } from '#kit/contract/live.ts'

/** Every call this server answers, by feature: what the API document is written from. */
export const endpoints: Readonly<Record<string, Readonly<Record<string, Endpoint>>>> = {
  session,
  factors,
  invitations,
  accounts,
  tasks,
  elections,
  places,
  observers,
  notifications,
  forms,
  visits,
  unplaced,
  answers,
  notes,
  statistics,
  exports,
  history,
  live: { stream: liveStream },
  deployment,
}
