import {
  createRootRoute,
  createRoute,
  createRouter,
  notFound,
  redirect,
} from '@tanstack/react-router'
import { AnswerSearch } from '#features/answers/web/search.ts'
import { FormSearch } from '#features/forms/web/search.ts'
import { HistorySearch } from '#features/history/web/search.ts'
import {
  SendSearch,
  HistorySearch as SentListSearch,
  SentSearch,
} from '#features/notifications/web/search.ts'
import { ImportSearch, ObserverSearch } from '#features/observers/web/search.ts'
import {
  CountySearch,
  ImportSearch as PlaceImportSearch,
  StationSearch,
} from '#features/places/web/search.ts'
import { UnplacedSearch } from '#features/unplaced/web/search.ts'
import { parse } from '#kit/contract/parse.ts'
import { currentToken, owesSomething } from '#kit/web/session.ts'
import { Loading } from '#kit/web/ui/states.tsx'
import { openHistory } from './address.ts'
import { lazyPage } from './lazy-page.tsx'
import { Broken, NotFound } from './lost.tsx'

const root = createRootRoute({ notFoundComponent: NotFound })

const first = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/answers', search: { urgente: true }, replace: true })
  },
})

/**
 * Where somebody was going when they had to sign in; only ever an address of ours. Said to be nothing
 * where it is not: what a route leaves out the router passes on as it stands in the address.
 */
const wanted = (next: unknown): { next?: string | undefined } => ({
  // Browsers leave tabs and line ends out of an address: what follows may name another host.
  next: typeof next === 'string' && /^\/(?![\t\n\r]*[/\\])/.test(next) ? next : undefined,
})

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: (search) => wanted(search['next']),
  beforeLoad: ({ search }) => {
    if (currentToken()) throw redirect({ href: search.next ?? '/answers', replace: true })
  },
  component: lazyPage(() => import('#features/session/web/sign-in-page.tsx'), 'SignInPage'),
})

const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  component: lazyPage(
    () => import('#features/invitations/web/invitation-page.tsx'),
    'InvitationPage',
  ),
})

const forgotten = createRoute({
  getParentRoute: () => root,
  path: '/forgotten',
  component: lazyPage(
    () => import('#features/invitations/web/forgotten-page.tsx'),
    'ForgottenPage',
  ),
})

/** Every call of the server; open to anyone, as its document is. */
const api = createRoute({
  getParentRoute: () => root,
  path: '/api/docs',
  validateSearch: ({ call }): { call?: string } => (typeof call === 'string' ? { call } : {}),
  component: lazyPage(() => import('#features/deployment/web/api-page.tsx'), 'ApiPage'),
})

/** What has to be done before anything else. */
const firstOfAll = createRoute({
  getParentRoute: () => root,
  path: '/first',
  validateSearch: (search) => wanted(search['next']),
  beforeLoad: ({ search }) => {
    if (!currentToken()) throw redirect({ to: '/login', search, replace: true })
  },
  component: lazyPage(() => import('./first-page.tsx'), 'FirstPage'),
})

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: ({ location }) => {
    if (!currentToken())
      throw redirect({ to: '/login', search: { next: location.href }, replace: true })
    if (owesSomething(currentToken()))
      throw redirect({ to: '/first', search: { next: location.href }, replace: true })
  },
  component: lazyPage(() => import('./shell.tsx'), 'Shell'),
})

/** The list and its filters stay as they are while the report beside them changes. */
const review = createRoute({
  getParentRoute: () => signedIn,
  id: 'review',
  validateSearch: (search) => parse(AnswerSearch, search),
  component: lazyPage(() => import('./answers-screen.tsx'), 'AnswersScreen'),
})

const noThread = createRoute({
  getParentRoute: () => review,
  path: '/answers',
  component: lazyPage(() => import('#features/answers/web/no-thread.tsx'), 'NoThread'),
})

const threadPage = lazyPage(() => import('#features/answers/web/thread-page.tsx'), 'ThreadPage')

const thread = createRoute({
  getParentRoute: () => review,
  path: '/answers/details/$observerId/$pollingStationId',
  component: threadPage,
})

const urgentThread = createRoute({
  getParentRoute: () => review,
  path: '/urgents/details/$observerId/$pollingStationId',
  component: threadPage,
})

const urgentAnswers = createRoute({
  getParentRoute: () => root,
  path: '/urgent-answers',
  beforeLoad: () => {
    throw redirect({ to: '/answers', search: { urgente: true }, replace: true })
  },
})

const statistics = createRoute({
  getParentRoute: () => signedIn,
  path: '/statistics',
  component: lazyPage(
    () => import('#features/statistics/web/statistics-page.tsx'),
    'StatisticsPage',
  ),
})

const statistic = createRoute({
  getParentRoute: () => signedIn,
  path: '/statistics/$key',
  component: lazyPage(() => import('#features/statistics/web/statistic-page.tsx'), 'StatisticPage'),
})

const counties = createRoute({
  getParentRoute: () => signedIn,
  path: '/polling-stations',
  validateSearch: (search) => parse(CountySearch, search),
  component: lazyPage(() => import('#features/places/web/counties-page.tsx'), 'CountiesPage'),
})

const newCounty = createRoute({
  getParentRoute: () => signedIn,
  path: '/polling-stations/nou',
  component: lazyPage(() => import('#features/places/web/new-county-page.tsx'), 'NewCountyPage'),
})

const importPlaces = createRoute({
  getParentRoute: () => signedIn,
  path: '/polling-stations/import',
  validateSearch: (search) => parse(PlaceImportSearch, search),
  component: lazyPage(() => import('#features/places/web/import-page.tsx'), 'ImportPage'),
})

const county = createRoute({
  getParentRoute: () => signedIn,
  path: '/polling-stations/$id',
  validateSearch: (search) => parse(StationSearch, search),
  component: lazyPage(() => import('#features/places/web/county-page.tsx'), 'CountyPage'),
})

const forms = createRoute({
  getParentRoute: () => signedIn,
  path: '/formulare',
  validateSearch: (search) => parse(FormSearch, search),
  component: lazyPage(() => import('#features/forms/web/forms-page.tsx'), 'FormsPage'),
})

const newForm = createRoute({
  getParentRoute: () => signedIn,
  path: '/formulare/nou',
  component: lazyPage(() => import('#features/forms/web/new-form-page.tsx'), 'NewFormPage'),
})

const form = createRoute({
  getParentRoute: () => signedIn,
  path: '/formulare/$formId',
  component: lazyPage(() => import('#features/forms/web/form-page.tsx'), 'FormPage'),
})

const observers = createRoute({
  getParentRoute: () => signedIn,
  path: '/observatori',
  validateSearch: (search) => parse(ObserverSearch, search),
  component: lazyPage(() => import('#features/observers/web/observers-page.tsx'), 'ObserversPage'),
})

const importObservers = createRoute({
  getParentRoute: () => signedIn,
  path: '/observatori/import',
  validateSearch: (search) => parse(ImportSearch, search),
  component: lazyPage(() => import('#features/observers/web/import-page.tsx'), 'ImportPage'),
})

/** The list's own search comes along, so that one goes back to the same page of it. */
const newObserver = createRoute({
  getParentRoute: () => signedIn,
  path: '/observatori/profil/$state',
  validateSearch: (search) => parse(ObserverSearch, search),
  beforeLoad: ({ params }) => {
    if (params.state !== 'new') throw notFound()
  },
  component: lazyPage(() => import('#features/observers/web/new-observer.tsx'), 'NewObserver'),
})

function expectKnown(state: string): void {
  if (state !== 'edit' && state !== 'view') throw notFound()
}

const observer = createRoute({
  getParentRoute: () => signedIn,
  path: '/observatori/profil/$state/id/$observerId',
  validateSearch: (search) => parse(ObserverSearch, search),
  beforeLoad: ({ params }) => expectKnown(params.state),
  component: lazyPage(() => import('#features/observers/web/profile-page.tsx'), 'ProfilePage'),
})

const observerOfPhone = createRoute({
  getParentRoute: () => signedIn,
  path: '/observatori/profil/$state/$phone',
  validateSearch: (search) => parse(ObserverSearch, search),
  beforeLoad: ({ params }) => expectKnown(params.state),
  component: lazyPage(
    () => import('#features/observers/web/profile-page.tsx'),
    'ProfileOfPhonePage',
  ),
})

const notifications = createRoute({
  getParentRoute: () => signedIn,
  path: '/notifications',
  validateSearch: (search) => parse(SendSearch, search),
  component: lazyPage(() => import('#features/notifications/web/send-page.tsx'), 'SendPage'),
})

const notificationHistory = createRoute({
  getParentRoute: () => signedIn,
  path: '/notifications/history',
  validateSearch: (search) => parse(SentListSearch, search),
  component: lazyPage(() => import('#features/notifications/web/history-page.tsx'), 'HistoryPage'),
})

const sentNotification = createRoute({
  getParentRoute: () => signedIn,
  path: '/notifications/history/$id',
  validateSearch: (search) => parse(SentSearch, search),
  component: lazyPage(() => import('#features/notifications/web/sent-page.tsx'), 'SentPage'),
})

const settings = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings',
  component: lazyPage(() => import('./settings.tsx'), 'Settings'),
})

const firstSettings = createRoute({
  getParentRoute: () => settings,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/settings/unplaced', replace: true })
  },
})

const unplaced = createRoute({
  getParentRoute: () => settings,
  path: '/unplaced',
  validateSearch: (search) => parse(UnplacedSearch, search),
  component: lazyPage(() => import('#features/unplaced/web/unplaced-page.tsx'), 'UnplacedPage'),
})

const history = createRoute({
  getParentRoute: () => settings,
  path: '/history',
  validateSearch: (search) => parse(HistorySearch, search),
  component: lazyPage(() => import('#features/history/web/history-page.tsx'), 'HistoryPage'),
})

const accounts = createRoute({
  getParentRoute: () => settings,
  path: '/accounts',
  component: lazyPage(() => import('./accounts-screen.tsx'), 'AccountsScreen'),
})

const security = createRoute({
  getParentRoute: () => settings,
  path: '/security',
  component: lazyPage(() => import('./security-page.tsx'), 'SecurityPage'),
})

const elections = createRoute({
  getParentRoute: () => settings,
  path: '/elections',
  component: lazyPage(() => import('#features/elections/web/elections-page.tsx'), 'ElectionsPage'),
})

/** Every part of the screens in every state, for whoever builds them; no such page elsewhere. */
const parts = createRoute({
  getParentRoute: () => root,
  path: '/ui',
  ...(import.meta.env.DEV
    ? { component: lazyPage(() => import('./ui-page.tsx'), 'UiPage') }
    : {
        beforeLoad: () => {
          throw notFound()
        },
      }),
})

/** Plain words in the address: `county=0201` keeps its nought, and nothing stands in quotes. */
function writeSearch(search: Record<string, unknown>): string {
  const pairs = Object.entries(search)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => [name, String(value)])
  const said = new URLSearchParams(pairs).toString()
  return said && `?${said}`
}

export const router = createRouter({
  routeTree: root.addChildren([
    first,
    login,
    invitation,
    forgotten,
    firstOfAll,
    urgentAnswers,
    api,
    parts,
    signedIn.addChildren([
      review.addChildren([noThread, thread, urgentThread]),
      statistics,
      statistic,
      settings.addChildren([firstSettings, unplaced, accounts, security, history, elections]),
      observers,
      importObservers,
      newObserver,
      observer,
      observerOfPhone,
      counties,
      newCounty,
      importPlaces,
      county,
      forms,
      newForm,
      form,
      notifications,
      notificationHistory,
      sentNotification,
    ]),
  ]),
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: writeSearch,
  history: openHistory(),
  scrollRestoration: true,
  defaultPreload: 'intent',
  defaultPendingComponent: Loading,
  defaultErrorComponent: Broken,
  defaultNotFoundComponent: NotFound,
})

declare global {
  interface ImportMeta {
    /** Written by Vite. */
    readonly env: { readonly DEV: boolean }
  }
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
