import { tables as accounts } from '#features/accounts/server/tables.ts'
import { tables as answers } from '#features/answers/server/tables.ts'
import { tables as deployment } from '#features/deployment/server/tables.ts'
import { tables as elections } from '#features/elections/server/tables.ts'
import { tables as factors } from '#features/factors/server/tables.ts'
import { tables as forms } from '#features/forms/server/tables.ts'
import { tables as history } from '#features/history/server/tables.ts'
import { tables as invitations } from '#features/invitations/server/tables.ts'
import { tables as notes } from '#features/notes/server/tables.ts'
import { tables as notifications } from '#features/notifications/server/tables.ts'
import { tables as observers } from '#features/observers/server/tables.ts'
import { tables as places } from '#features/places/server/tables.ts'
import { tables as session } from '#features/session/server/tables.ts'
import { tables as tasks } from '#features/tasks/server/tables.ts'
import { tables as visits } from '#features/visits/server/tables.ts'
import { tables as kit, type Tables } from '#kit/server/tables.ts'

/** Who has which tables; unplaced, statistics and export have none of their own. */
export const tables: Readonly<Record<string, Tables>> = {
  kit,
  deployment,
  elections,
  factors,
  session,
  invitations,
  accounts,
  tasks,
  places,
  observers,
  notifications,
  forms,
  visits,
  notes,
  answers,
  history,
}
