import { createRoute } from '@tanstack/react-router'
import { parse } from '#kit/contract/parse.ts'
import { lazyPage } from '#kit/web/lazy-page.tsx'
import { signedIn } from '#kit/web/page-frames.ts'
import type { Pages } from '#kit/web/pages.ts'
import { UnplacedSearch } from './search.ts'

const routes = {
  signedIn: [
    createRoute({
      getParentRoute: () => signedIn,
      path: '/unmatched',
      validateSearch: (search) => parse(UnplacedSearch, search),
      component: lazyPage(() => import('./unplaced-page.tsx'), 'UnplacedPage'),
    }),
  ],
}

export const pages: Pages<typeof routes> = { routes }
