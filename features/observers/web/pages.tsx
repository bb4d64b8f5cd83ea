import { createRoute, notFound, type RouteComponent } from '@tanstack/react-router'
import { parse } from '#kit/contract/parse.ts'
import { lazyPage } from '#kit/web/lazy-page.tsx'
import { signedIn } from '#kit/web/page-frames.ts'
import type { Pages } from '#kit/web/pages.ts'
import { say } from './copy.ts'
import { ImportSearch, ObserverSearch } from './search.ts'

function expectKnown(state: string): void {
  if (state !== 'edit' && state !== 'view') throw notFound()
}

const routesWith = (profile: RouteComponent) => ({
  signedIn: [
    createRoute({
      getParentRoute: () => signedIn,
      path: '/observatori',
      validateSearch: (search) => parse(ObserverSearch, search),
      component: lazyPage(() => import('./list/observers-page.tsx'), 'ObserversPage'),
    }),
    createRoute({
      getParentRoute: () => signedIn,
      path: '/observatori/import',
      validateSearch: (search) => parse(ImportSearch, search),
      component: lazyPage(() => import('./import-page.tsx'), 'ObserverImportPage'),
    }),
    /** The list's own search parameters are included, so that one returns to the same page of it. */
    createRoute({
      getParentRoute: () => signedIn,
      path: '/observatori/profil/$state',
      validateSearch: (search) => parse(ObserverSearch, search),
      beforeLoad: ({ params }) => {
        if (params.state !== 'new') throw notFound()
      },
      component: lazyPage(() => import('./profile/new-observer.tsx'), 'NewObserver'),
    }),
    createRoute({
      getParentRoute: () => signedIn,
      path: '/observatori/profil/$state/id/$observerId',
      validateSearch: (search) => parse(ObserverSearch, search),
      beforeLoad: ({ params }) => expectKnown(params.state),
      component: profile,
    }),
    createRoute({
      getParentRoute: () => signedIn,
      path: '/observatori/profil/$state/$phone',
      validateSearch: (search) => parse(ObserverSearch, search),
      beforeLoad: ({ params }) => expectKnown(params.state),
      component: lazyPage(() => import('./profile/profile-page.tsx'), 'ProfileOfPhonePage'),
    }),
  ],
})

/** @param profile an observer's page, with the sections of later features */
export const pages = (profile: RouteComponent): Pages<ReturnType<typeof routesWith>> => ({
  routes: routesWith(profile),
  way: {
    target: { to: '/observatori' },
    label: say.menu,
    letter: 'o',
  },
  guarded: [
    [/^\/observatori\/(import|profil\/new)/, 'recruit'],
    [/^\/observatori\/profil\/edit/, 'observers'],
  ],
})
