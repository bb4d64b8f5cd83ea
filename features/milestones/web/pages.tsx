import { createRoute, type RouteComponent } from '@tanstack/react-router'
import { parse } from '#kit/contract/parse.ts'
import { lazyPage } from '#kit/web/lazy-page.tsx'
import { signedIn } from '#kit/web/page-frames.ts'
import type { Pages } from '#kit/web/pages.ts'
import { say } from './copy.ts'
import { AreasSearch, DeploymentSearch } from './search.ts'

const routesWith = (milestonesScreen: RouteComponent) => ({
  signedIn: [
    createRoute({
      getParentRoute: () => signedIn,
      path: '/deployment',
      validateSearch: (search) => parse(DeploymentSearch, search),
      component: lazyPage(() => import('./deployment/deployment-page.tsx'), 'DeploymentPage'),
    }),
    createRoute({
      getParentRoute: () => signedIn,
      path: '/deployment/areas',
      validateSearch: (search) => parse(AreasSearch, search),
      component: lazyPage(() => import('./deployment/areas-page.tsx'), 'AreasPage'),
    }),
    createRoute({
      getParentRoute: () => signedIn,
      path: '/deployment/milestones',
      component: milestonesScreen,
    }),
    createRoute({
      getParentRoute: () => signedIn,
      path: '/deployment/milestones/copy',
      component: lazyPage(() => import('./milestones/copy-page.tsx'), 'CopyMilestonesPage'),
    }),
  ],
})

/** @param milestonesScreen the page of milestones, with the sections of later features */
export const pages = (milestonesScreen: RouteComponent): Pages<ReturnType<typeof routesWith>> => ({
  routes: routesWith(milestonesScreen),
  guarded: [[/^\/deployment\/milestones\/copy/, 'set-up']],
  way: {
    target: { to: '/deployment' },
    label: say.menu,
    letter: 'd',
  },
})
