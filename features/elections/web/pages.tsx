import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '#kit/web/lazy-page.tsx'
import { settings } from '#kit/web/page-frames.ts'
import type { Pages } from '#kit/web/pages.ts'
import { say } from './copy.ts'

const routes = {
  settings: [
    createRoute({
      getParentRoute: () => settings,
      path: '/elections',
      component: lazyPage(() => import('./elections-page.tsx'), 'ElectionsPage'),
    }),
  ],
}

export const pages: Pages<typeof routes> = {
  routes,
  setting: { to: '/settings/elections', label: say.menu, right: 'set-up' },
}
