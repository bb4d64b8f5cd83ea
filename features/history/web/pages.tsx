import { createRoute, type RouteComponent } from '@tanstack/react-router'
import { parse } from '#kit/contract/parse.ts'
import { signedIn } from '#kit/web/page-frames.ts'
import type { Pages } from '#kit/web/pages.ts'
import { HistorySearch } from './search.ts'

const routesWith = (screen: RouteComponent) => ({
  signedIn: [
    createRoute({
      getParentRoute: () => signedIn,
      path: '/history',
      validateSearch: (search) => parse(HistorySearch, search),
      component: screen,
    }),
  ],
})

/** @param screen the page, with the words of all features */
export const pages = (screen: RouteComponent): Pages<ReturnType<typeof routesWith>> => ({
  routes: routesWith(screen),
  guarded: [[/^\/history/, 'history']],
})
