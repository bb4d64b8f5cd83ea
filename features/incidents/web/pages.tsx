import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '#kit/web/lazy-page.tsx'
import { signedIn } from '#kit/web/page-frames.ts'
import type { Pages } from '#kit/web/pages.ts'
import type { IncidentSearch } from './search.ts'

const routes = {
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
      component: lazyPage(() => import('./incident-page.tsx'), 'IncidentPage'),
    }),
  ],
}

export const pages: Pages<typeof routes> = { routes }
