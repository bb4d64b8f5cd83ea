import { createRoute } from '@tanstack/react-router'
import { parse } from '#kit/contract/parse.ts'
import { lazyPage } from '#kit/web/lazy-page.tsx'
import { signedIn } from '#kit/web/page-frames.ts'
import type { Pages } from '#kit/web/pages.ts'
import { ImportSearch, PlanSearch } from './search.ts'

const routes = {
  signedIn: [
    createRoute({
      getParentRoute: () => signedIn,
      path: '/deployment/plan',
      validateSearch: (search) => parse(PlanSearch, search),
      component: lazyPage(() => import('./plan/plan-page.tsx'), 'PlanPage'),
    }),
    createRoute({
      getParentRoute: () => signedIn,
      path: '/deployment/plan/import',
      validateSearch: (search) => parse(ImportSearch, search),
      component: lazyPage(() => import('./import-pages.tsx'), 'PlanImportPage'),
    }),
    createRoute({
      getParentRoute: () => signedIn,
      path: '/deployment/plan/copy',
      component: lazyPage(() => import('./import-pages.tsx'), 'PlanCopyPage'),
    }),
  ],
}

/** Their place in the menu is that of the milestones. */
export const pages: Pages<typeof routes> = {
  routes,
  guarded: [
    [/^\/deployment\/plan\/import/, 'recruit'],
    [/^\/deployment\/plan\/copy/, 'set-up'],
  ],
}
