import { createRoute } from '@tanstack/react-router'
import { parse } from '#kit/contract/parse.ts'
import { lazyPage } from '#kit/web/lazy-page.tsx'
import { signedIn } from '#kit/web/page-frames.ts'
import type { Pages } from '#kit/web/pages.ts'
import { say } from './copy.ts'
import { HistorySearch, SendSearch, SentSearch } from './search.ts'

const routes = {
  signedIn: [
    createRoute({
      getParentRoute: () => signedIn,
      path: '/notifications',
      validateSearch: (search) => parse(SendSearch, search),
      component: lazyPage(() => import('./send-page.tsx'), 'SendPage'),
    }),
    createRoute({
      getParentRoute: () => signedIn,
      path: '/notifications/history',
      validateSearch: (search) => parse(HistorySearch, search),
      component: lazyPage(() => import('./history-page.tsx'), 'HistoryPage'),
    }),
    createRoute({
      getParentRoute: () => signedIn,
      path: '/notifications/history/$id',
      validateSearch: (search) => parse(SentSearch, search),
      component: lazyPage(() => import('./sent-page.tsx'), 'SentPage'),
    }),
  ],
}

export const pages: Pages<typeof routes> = {
  routes,
  way: {
    target: { to: '/notifications' },
    forReaders: { to: '/notifications/history' },
    label: say.menu,
    letter: 'n',
  },
  guarded: [[/^\/notifications\/?$/, 'message']],
}
