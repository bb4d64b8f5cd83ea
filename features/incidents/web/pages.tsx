import { createRoute, type RouteComponent } from '@tanstack/react-router'
import { lazyPage } from '#kit/web/lazy-page.tsx'
import { signedIn } from '#kit/web/page-frames.ts'
import type { Pages } from '#kit/web/pages.ts'
import type { IncidentSearch } from './search.ts'

const routesWith = (page: RouteComponent) => ({
  signedIn: [
    createRoute({
      getParentRoute: () => signedIn,
      path: '/incidents',
      validateSearch: (search: IncidentSearch) => search,
      component: lazyPage(() => import('./incidents-page.tsx'), 'IncidentsPage'),
    }),
    createRoute({
      getParentRoute: () => signedIn,
      path: '/incidents/$id',
      component: page,
    }),
  ],
})

/** @param page an incident, with what later features keep about it */
export const pages = (page: RouteComponent): Pages<ReturnType<typeof routesWith>> => ({
  routes: routesWith(page),
})
