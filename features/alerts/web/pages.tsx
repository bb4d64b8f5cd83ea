import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '#kit/web/lazy-page.tsx'
import { settings } from '#kit/web/page-frames.ts'
import type { Pages } from '#kit/web/pages.ts'
import { say } from '../copy.ts'

const routes = {
  settings: [
    createRoute({
      getParentRoute: () => settings,
      path: '/alerts',
      component: lazyPage(() => import('./alerts-page.tsx'), 'AlertsPage'),
    }),
  ],
}

export const pages: Pages<typeof routes> = {
  routes,
  setting: { to: '/settings/alerts', label: say.alerts, right: 'read' },
}
