import { createRoute } from '@tanstack/react-router'
import { parse } from '#kit/contract/parse.ts'
import { lazyPage } from '#kit/web/lazy-page.tsx'
import { signedIn } from '#kit/web/page-frames.ts'
import type { Pages } from '#kit/web/pages.ts'
import { say } from './copy.ts'
import { DeploymentSearch } from './search.ts'

const routes = {
  signedIn: [
    createRoute({
      getParentRoute: () => signedIn,
      path: '/deployment',
      validateSearch: (search) => parse(DeploymentSearch, search),
      component: lazyPage(() => import('./deployment/deployment-page.tsx'), 'DeploymentPage'),
    }),
    createRoute({
      getParentRoute: () => signedIn,
      path: '/deployment/milestones',
      component: lazyPage(() => import('./milestones/milestones-page.tsx'), 'MilestonesPage'),
    }),
  ],
}

export const pages: Pages<typeof routes> = {
  routes,
  way: {
    target: { to: '/deployment' },
    label: say.menu,
    letter: 'd',
  },
}
