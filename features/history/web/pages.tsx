import { createRoute } from '@tanstack/react-router'
import { parse } from '#kit/contract/parse.ts'
import { lazyPage } from '#kit/web/lazy-page.tsx'
import { settings } from '#kit/web/page-frames.ts'
import type { Pages } from '#kit/web/pages.ts'
import { say } from './copy.ts'
import { HistorySearch } from './search.ts'

const routes = {
  settings: [
    createRoute({
      getParentRoute: () => settings,
      path: '/history',
      validateSearch: (search) => parse(HistorySearch, search),
      component: lazyPage(() => import('./history-page.tsx'), 'HistoryPage'),
    }),
  ],
}

export const pages: Pages<typeof routes> = {
  routes,
  setting: { to: '/settings/history', label: say.menu, right: 'history' },
}
