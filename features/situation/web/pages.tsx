import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '#kit/web/lazy-page.tsx'
import { root, signedIn } from '#kit/web/page-frames.ts'
import type { Pages } from '#kit/web/pages.ts'
import { say } from './copy.ts'

/** Both pages share the screen, so they share a script. */
const load = () => import('./rooms.tsx')

const routes = {
  open: [
    createRoute({
      getParentRoute: () => root,
      path: '/wall',
      component: lazyPage(load, 'WallPage'),
    }),
  ],
  signedIn: [
    createRoute({
      getParentRoute: () => signedIn,
      path: '/situation',
      component: lazyPage(load, 'SituationPage'),
    }),
    createRoute({
      getParentRoute: () => signedIn,
      path: '/now',
      component: lazyPage(() => import('./now/now-page.tsx'), 'NowPage'),
    }),
  ],
}

export const pages: Pages<typeof routes> = {
  routes,
  way: {
    target: { to: '/now' },
    label: say.menu,
    within: /^\/(now|situation|handover)/,
    letter: 'i',
  },
}
