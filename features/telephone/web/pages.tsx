import { createRoute } from '@tanstack/react-router'
import { parse } from '#kit/contract/parse.ts'
import { lazyPage } from '#kit/web/lazy-page.tsx'
import { signedIn } from '#kit/web/page-frames.ts'
import type { Pages } from '#kit/web/pages.ts'
import { TelephoneSearch } from './search.ts'

const routes = {
  signedIn: [
    createRoute({
      getParentRoute: () => signedIn,
      path: '/observatori/telefon/$observerId',
      validateSearch: (search) => parse(TelephoneSearch, search),
      component: lazyPage(() => import('./telephone-page.tsx'), 'TelephonePage'),
    }),
  ],
}

export const pages: Pages<typeof routes> = {
  routes,
  guarded: [[/^\/observatori\/telefon/, 'review']],
}
