import { createRoute, notFound, redirect } from '@tanstack/react-router'
import { wanted } from '#features/session/web/wanted.ts'
import { lazyPage } from '#kit/web/lazy-page.tsx'
import { root, settings } from '#kit/web/page-frames.ts'
import type { Pages } from '#kit/web/pages.ts'
import { currentToken } from '#kit/web/session/session.ts'
import { say } from './copy.ts'

const routes = {
  open: [
    createRoute({
      getParentRoute: () => root,
      path: '/',
      beforeLoad: () => {
        throw redirect({ to: '/answers', search: { urgente: true }, replace: true })
      },
    }),
    /** Pending duties. */
    createRoute({
      getParentRoute: () => root,
      path: '/first',
      validateSearch: (search) => wanted(search['next']),
      beforeLoad: ({ search }) => {
        if (!currentToken()) throw redirect({ to: '/login', search, replace: true })
      },
      component: lazyPage(() => import('./first/first-page.tsx'), 'FirstPage'),
    }),
    /** Every part of the screens in every state, for developers; not in production. */
    createRoute({
      getParentRoute: () => root,
      path: '/ui',
      ...(import.meta.env.DEV
        ? { component: lazyPage(() => import('./gallery/ui-page.tsx'), 'UiPage') }
        : {
            beforeLoad: () => {
              throw notFound()
            },
          }),
    }),
  ],
  settings: [
    createRoute({
      getParentRoute: () => settings,
      path: '/',
      beforeLoad: () => {
        throw redirect({ to: '/settings/security', replace: true })
      },
    }),
    // Redirects from the addresses that these pages had in the settings.
    createRoute({
      getParentRoute: () => settings,
      path: '/unplaced',
      beforeLoad: ({ search }) => {
        throw redirect({ to: '/unmatched', search, replace: true })
      },
    }),
    createRoute({
      getParentRoute: () => settings,
      path: '/history',
      beforeLoad: ({ search }) => {
        throw redirect({ to: '/history', search, replace: true })
      },
    }),
    createRoute({
      getParentRoute: () => settings,
      path: '/security',
      component: lazyPage(() => import('./security-page.tsx'), 'SecurityPage'),
    }),
  ],
}

/** The pages that combine several features, or none. */
export const pages: Pages<typeof routes> = {
  routes,
  setting: { to: '/settings/security', label: say.security, right: 'read' },
}

declare global {
  interface ImportMeta {
    /** Set by Vite. */
    readonly env: { readonly DEV: boolean }
  }
}
