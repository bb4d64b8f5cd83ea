import { pages as accounts } from '#features/accounts/web/pages.tsx'
import { pages as alerts } from '#features/alerts/web/pages.tsx'
import { pages as analysis } from '#features/analysis/web/pages.tsx'
import { pages as answers } from '#features/answers/web/pages.tsx'
import { pages as assignments } from '#features/assignments/web/pages.tsx'
import { pages as elections } from '#features/elections/web/pages.tsx'
import { pages as forms } from '#features/forms/web/pages.tsx'
import { pages as handover } from '#features/handover/web/pages.tsx'
import { pages as history } from '#features/history/web/pages.tsx'
import { pages as hooks } from '#features/hooks/web/pages.tsx'
import { pages as incidents } from '#features/incidents/web/pages.tsx'
import { pages as installation } from '#features/installation/web/pages.tsx'
import { pages as invitations } from '#features/invitations/web/pages.tsx'
import { pages as keys } from '#features/keys/web/pages.tsx'
import { pages as map } from '#features/map/web/pages.tsx'
import { pages as milestones } from '#features/milestones/web/pages.tsx'
import { pages as notifications } from '#features/notifications/web/pages.tsx'
import { pages as observers } from '#features/observers/web/pages.tsx'
import { pages as places } from '#features/places/web/pages.tsx'
import { pages as session } from '#features/session/web/pages.tsx'
import { pages as situation } from '#features/situation/web/pages.tsx'
import { pages as stations } from '#features/stations/web/pages.tsx'
import { pages as statistics } from '#features/statistics/web/pages.tsx'
import { pages as telephone } from '#features/telephone/web/pages.tsx'
import { pages as unplaced } from '#features/unplaced/web/pages.tsx'
import { lazyPage } from '#kit/web/lazy-page.tsx'
import { pages as own } from './pages.tsx'

/** In the order of the first system's menus; `afterGuide` comes after the guide, which is elsewhere. */
export const beforeGuide = [
  places,
  answers(lazyPage(() => import('./answers-screen.tsx'), 'AnswersScreen')),
  statistics(lazyPage(() => import('./statistics-screen.tsx'), 'StatisticsScreen')),
  observers(lazyPage(() => import('./observer-screen.tsx'), 'ObserverScreen')),
  milestones(lazyPage(() => import('./milestones-screen.tsx'), 'MilestonesScreen')),
  assignments,
  situation,
] as const
export const afterGuide = [
  forms,
  notifications,
  unplaced,
  accounts(lazyPage(() => import('./accounts-screen.tsx'), 'AccountsScreen')),
  keys(lazyPage(() => import('./keys-screen.tsx'), 'KeysScreen')),
  hooks(lazyPage(() => import('./hooks-screen.tsx'), 'HooksScreen')),
  own,
  alerts,
  history(lazyPage(() => import('./history-screen.tsx'), 'HistoryScreen')),
  elections,
  session,
  invitations,
  installation,
  incidents(lazyPage(() => import('./incident-screen.tsx'), 'IncidentScreen')),
  stations,
  telephone,
  map,
  handover,
  analysis,
] as const

/** The web parts of all features with pages. */
export const features = [...beforeGuide, ...afterGuide] as const
