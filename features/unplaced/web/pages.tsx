import { createRoute } from '@tanstack/react-router'
import { parse } from '#kit/contract/parse.ts'
import { lazyPage } from '#kit/web/lazy-page.tsx'
import { settings } from '#kit/web/page-frames.ts'
import type { Pages } from '#kit/web/pages.ts'
import { say } from './copy.ts'
import { UnplacedSearch } from './search.ts'

const routes = {
  settings: [
    createRoute({
      getParentRoute: () => settings,
      path: '/unplaced',
      validateSearch: (search) => parse(UnplacedSearch, search),
      component: lazyPage(() => import('./unplaced-page.tsx'), 'UnplacedPage'),
    }),
  ],
}

export const pages: Pages<typeof routes> = {
  routes,
  setting: { to: '/settings/unplaced', label: say.menu, right: 'read' },
}
