import { createRoute } from '@tanstack/react-router'
import { parse } from '#kit/contract/parse.ts'
import { lazyPage } from '#kit/web/lazy-page.tsx'
import { signedIn } from '#kit/web/page-frames.ts'
import type { Pages } from '#kit/web/pages.ts'
import { say } from './copy.ts'
import { FormSearch } from './list/search.ts'
import { TranslationSearch } from './translations/search.ts'

const routes = {
  signedIn: [
    createRoute({
      getParentRoute: () => signedIn,
      path: '/formulare',
      validateSearch: (search) => parse(FormSearch, search),
      component: lazyPage(() => import('./list/forms-page.tsx'), 'FormsPage'),
    }),
    createRoute({
      getParentRoute: () => signedIn,
      path: '/formulare/nou',
      component: lazyPage(() => import('./editor/new-form-page.tsx'), 'NewFormPage'),
    }),
    createRoute({
      getParentRoute: () => signedIn,
      path: '/formulare/$formId',
      component: lazyPage(() => import('./editor/form-page.tsx'), 'FormPage'),
    }),
    createRoute({
      getParentRoute: () => signedIn,
      path: '/formulare/$formId/traduceri',
      validateSearch: (search) => parse(TranslationSearch, search),
      component: lazyPage(() => import('./translations/translations-page.tsx'), 'TranslationsPage'),
    }),
  ],
}

export const pages: Pages<typeof routes> = {
  routes,
  way: {
    target: { to: '/formulare' },
    label: say.menu,
    letter: 'f',
  },
}
