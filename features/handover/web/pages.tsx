import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '#kit/web/lazy-page.tsx'
import { signedIn } from '#kit/web/page-frames.ts'
import type { Pages } from '#kit/web/pages.ts'

const routes = {
  signedIn: [
    createRoute({
      getParentRoute: () => signedIn,
      path: '/handover',
      component: lazyPage(() => import('./handover-page.tsx'), 'HandoverPage'),
    }),
  ],
}

export const pages: Pages<typeof routes> = { routes }
