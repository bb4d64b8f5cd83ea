import { createRoute, type RouteComponent, redirect } from '@tanstack/react-router'
import { parse } from '#kit/contract/parse.ts'
import { lazyPage } from '#kit/web/lazy-page.tsx'
import { root, signedIn } from '#kit/web/page-frames.ts'
import type { Pages } from '#kit/web/pages.ts'
import { say } from './copy.ts'
import { AnswerSearch } from './search.ts'

const threadPage = lazyPage(() => import('./thread-page.tsx'), 'ThreadPage')

function routesWith(screen: RouteComponent) {
  /** The list and its filters stay as they are while the report beside them changes. */
  const review = createRoute({
    getParentRoute: () => signedIn,
    id: 'review',
    validateSearch: (search) => parse(AnswerSearch, search),
    component: screen,
  })
  // Created before they are added: of routes created within `addChildren` the compiler loses the path, and no
  // link is checked any more.
  const reports = [
    createRoute({
      getParentRoute: () => review,
      path: '/answers',
    }),
    createRoute({
      getParentRoute: () => review,
      path: '/answers/details/$observerId/$pollingStationId',
      component: threadPage,
    }),
    createRoute({
      getParentRoute: () => review,
      path: '/urgents/details/$observerId/$pollingStationId',
      component: threadPage,
    }),
  ]
  const urgentAnswers = createRoute({
    getParentRoute: () => root,
    path: '/urgent-answers',
    beforeLoad: () => {
      throw redirect({ to: '/answers', search: { urgente: true }, replace: true })
    },
  })
  return { open: [urgentAnswers], signedIn: [review.addChildren(reports)] }
}

/** @param screen the list, with the actions of later features */
export const pages = (screen: RouteComponent): Pages<ReturnType<typeof routesWith>> => ({
  routes: routesWith(screen),
  way: {
    target: { to: '/answers', search: { urgente: true } },
    label: say.menu,
    within: /^\/(answers|urgents|unmatched|incidents|stations\/differences)/,
    letter: 'a',
  },
})
