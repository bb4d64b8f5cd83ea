import { createRoute } from '@tanstack/react-router'
import { parse } from '#kit/contract/parse.ts'
import { lazyPage } from '#kit/web/lazy-page.tsx'
import { signedIn } from '#kit/web/page-frames.ts'
import type { Pages } from '#kit/web/pages.ts'
import { DifferencesSearch } from './differences/search.ts'

const routes = {
  signedIn: [
    createRoute({
      getParentRoute: () => signedIn,
      path: '/stations/differences',
      validateSearch: (search) => parse(DifferencesSearch, search),
      component: lazyPage(() => import('./differences/differences-page.tsx'), 'DifferencesPage'),
    }),
    createRoute({
      getParentRoute: () => signedIn,
      path: '/stations/$id',
      component: lazyPage(() => import('./station-page.tsx'), 'StationPage'),
    }),
  ],
}

export const pages: Pages<typeof routes> = { routes }
