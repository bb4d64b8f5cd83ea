import { createRoute, redirect } from '@tanstack/react-router'
import { lazyPage } from '#kit/web/lazy-page.tsx'
import { root } from '#kit/web/page-frames.ts'
import type { Pages } from '#kit/web/pages.ts'
import { currentToken } from '#kit/web/session/session.ts'
import { wanted } from './wanted.ts'

const routes = {
  open: [
    createRoute({
      getParentRoute: () => root,
      path: '/login',
      validateSearch: (search) => wanted(search['next']),
      beforeLoad: ({ search }) => {
        if (currentToken()) throw redirect({ href: search.next ?? '/answers', replace: true })
      },
      component: lazyPage(() => import('./sign-in-page.tsx'), 'SignInPage'),
    }),
  ],
}

export const pages: Pages<typeof routes> = {
  routes,
}
