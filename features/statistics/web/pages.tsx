import { createRoute, type RouteComponent } from '@tanstack/react-router'
import { lazyPage } from '#kit/web/lazy-page.tsx'
import { signedIn } from '#kit/web/page-frames.ts'
import type { Pages } from '#kit/web/pages.ts'
import { say } from './copy.ts'
import { CoverageSearch, FiguresSearch } from './search.ts'

const routesWith = (screen: RouteComponent) => ({
  signedIn: [
    createRoute({
      getParentRoute: () => signedIn,
      path: '/statistics',
      validateSearch: FiguresSearch,
      component: screen,
    }),
    createRoute({
      getParentRoute: () => signedIn,
      path: '/statistics/coverage',
      validateSearch: CoverageSearch,
      component: lazyPage(() => import('./coverage/coverage-page.tsx'), 'CoveragePage'),
    }),
    createRoute({
      getParentRoute: () => signedIn,
      path: '/statistics/$key',
      validateSearch: FiguresSearch,
      component: lazyPage(() => import('./statistic-page.tsx'), 'StatisticPage'),
    }),
  ],
})

/** @param screen the page, with the pinned cards */
export const pages = (screen: RouteComponent): Pages<ReturnType<typeof routesWith>> => ({
  routes: routesWith(screen),
  way: {
    target: { to: '/statistics' },
    label: say.menu,
    within: /^\/(statistics|analysis)/,
    letter: 's',
  },
})
