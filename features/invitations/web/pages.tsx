import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '#kit/web/lazy-page.tsx'
import { root } from '#kit/web/page-frames.ts'
import type { Pages } from '#kit/web/pages.ts'

const routes = {
  open: [
    createRoute({
      getParentRoute: () => root,
      path: '/invitation',
      component: lazyPage(() => import('./invitation-page.tsx'), 'InvitationPage'),
    }),
    createRoute({
      getParentRoute: () => root,
      path: '/forgotten',
      component: lazyPage(() => import('./forgotten-page.tsx'), 'ForgottenPage'),
    }),
  ],
}

export const pages: Pages<typeof routes> = {
  routes,
}
