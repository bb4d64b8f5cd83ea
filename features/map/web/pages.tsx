import { createRoute } from '@tanstack/react-router'
import { parse } from '#kit/contract/parse.ts'
import { lazyPage } from '#kit/web/lazy-page.tsx'
import { signedIn } from '#kit/web/page-frames.ts'
import type { Pages } from '#kit/web/pages.ts'
import { MapSearch } from './search.ts'

const routes = {
  signedIn: [
    createRoute({
      getParentRoute: () => signedIn,
      path: '/map',
      validateSearch: (search) => parse(MapSearch, search),
      component: lazyPage(() => import('./map-page.tsx'), 'MapPage'),
    }),
  ],
}

/** Reached from the statistics and the palette: the bar of a laptop has no room for another entry. */
export const pages: Pages<typeof routes> = { routes }
