import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '#kit/web/lazy-page.tsx'
import { signedIn } from '#kit/web/page-frames.ts'
import type { Pages } from '#kit/web/pages.ts'
import { say } from './copy.ts'
import { CoverageSearch } from './search.ts'

const routes = {
  signedIn: [
    createRoute({
      getParentRoute: () => signedIn,
      path: '/statistics',
      component: lazyPage(() => import('./statistics-page.tsx'), 'StatisticsPage'),
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
      component: lazyPage(() => import('./statistic-page.tsx'), 'StatisticPage'),
    }),
  ],
}

export const pages: Pages<typeof routes> = {
  routes,
  way: {
    target: { to: '/statistics' },
    label: say.menu,
    within: /^\/(statistics|analysis)/,
    letter: 's',
  },
}
