import { createRouter } from '@tanstack/react-router'
import { lazyPage } from '#kit/web/lazy-page.tsx'
import { root, settings, signedIn } from '#kit/web/page-frames.ts'
import type { Pages, Routes } from '#kit/web/pages.ts'
import { Loading } from '#kit/web/ui/feedback/states.tsx'
import { openHistory } from './address.ts'
import { features } from './features.ts'
import { ErrorPage, NotFound } from './frame/error-pages.tsx'

root.update({ notFoundComponent: NotFound })
signedIn.update({ component: lazyPage(() => import('./shell.tsx'), 'Shell') })
settings.update({ component: lazyPage(() => import('./settings.tsx'), 'Settings') })

type RoutesIn<Frame extends keyof Routes> = (typeof features)[number]['routes'] extends infer Own
  ? Own extends { readonly [F in Frame]: readonly (infer Route)[] }
    ? Route
    : never
  : never

/** The routes of all features in a frame. Their types are listed feature by feature; a fold would lose them. */
const routesIn = <Frame extends keyof Routes>(frame: Frame): RoutesIn<Frame>[] =>
  features.flatMap(({ routes }: Pages) => routes[frame] ?? []) as RoutesIn<Frame>[]

const routeTree = root.addChildren([
  ...routesIn('open'),
  signedIn.addChildren([...routesIn('signedIn'), settings.addChildren(routesIn('settings'))]),
])

/** Plain values in the URL: `county=0201` keeps its zero, and nothing is quoted. */
function writeSearch(search: Record<string, unknown>): string {
  const pairs = Object.entries(search)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => [name, String(value)])
  const query = new URLSearchParams(pairs).toString()
  return query && `?${query}`
}

export const router = createRouter({
  routeTree,
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: writeSearch,
  history: openHistory(),
  scrollRestoration: true,
  defaultPreload: 'intent',
  defaultPendingComponent: Loading,
  defaultErrorComponent: ErrorPage,
  defaultNotFoundComponent: NotFound,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
