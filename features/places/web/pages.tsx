import { createRoute } from '@tanstack/react-router'
import { parse } from '#kit/contract/parse.ts'
import { lazyPage } from '#kit/web/lazy-page.tsx'
import { signedIn } from '#kit/web/page-frames.ts'
import type { Pages } from '#kit/web/pages.ts'
import { say } from './copy.ts'
import { CountySearch, ImportSearch, StationSearch } from './search.ts'

const routes = {
  signedIn: [
    createRoute({
      getParentRoute: () => signedIn,
      path: '/polling-stations',
      validateSearch: (search) => parse(CountySearch, search),
      component: lazyPage(() => import('./counties-page.tsx'), 'CountiesPage'),
    }),
    createRoute({
      getParentRoute: () => signedIn,
      path: '/polling-stations/nou',
      component: lazyPage(() => import('./new-county-page.tsx'), 'NewCountyPage'),
    }),
    createRoute({
      getParentRoute: () => signedIn,
      path: '/polling-stations/import',
      validateSearch: (search) => parse(ImportSearch, search),
      component: lazyPage(() => import('./import-page.tsx'), 'PlaceImportPage'),
    }),
    createRoute({
      getParentRoute: () => signedIn,
      path: '/polling-stations/$id',
      validateSearch: (search) => parse(StationSearch, search),
      component: lazyPage(() => import('./county-page.tsx'), 'CountyPage'),
    }),
  ],
}

export const pages: Pages<typeof routes> = {
  routes,
  way: {
    target: { to: '/polling-stations' },
    label: say.menu,
    letter: 'p',
  },
  guarded: [[/^\/polling-stations\/import/, 'set-up']],
}
