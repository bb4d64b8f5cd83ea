import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '#kit/web/lazy-page.tsx'
import { root, settings } from '#kit/web/page-frames.ts'
import type { Pages } from '#kit/web/pages.ts'
import { say } from './copy.ts'

const routes = {
  open: [
    /** Every call of the server; open to anyone, as its document is. */
    createRoute({
      getParentRoute: () => root,
      path: '/api/docs',
      validateSearch: ({ call }): { call?: string } => (typeof call === 'string' ? { call } : {}),
      component: lazyPage(() => import('./api-page.tsx'), 'ApiPage'),
    }),
  ],
  settings: [
    createRoute({
      getParentRoute: () => settings,
      path: '/server',
      component: lazyPage(() => import('./checks-page.tsx'), 'ChecksPage'),
    }),
  ],
}

export const pages: Pages<typeof routes> = {
  routes,
  setting: { to: '/settings/server', label: say.menu, right: 'set-up' },
}
