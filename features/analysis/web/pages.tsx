import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '#kit/web/lazy-page.tsx'
import { signedIn } from '#kit/web/page-frames.ts'
import type { Pages } from '#kit/web/pages.ts'
import type { AnalysisSearch } from './search.ts'

const validateSearch = (search: AnalysisSearch) => search

const routes = {
  signedIn: [
    createRoute({
      getParentRoute: () => signedIn,
      path: '/analysis',
      validateSearch,
      component: lazyPage(() => import('./analysis-page.tsx'), 'AnalysisPage'),
    }),
    createRoute({
      getParentRoute: () => signedIn,
      path: '/analysis/$formId/$questionId',
      validateSearch,
      component: lazyPage(() => import('./question-page.tsx'), 'QuestionPage'),
    }),
  ],
}

export const pages: Pages<typeof routes> = { routes }
