import type { ServerFeature } from '#kit/server/feature.ts'
import { feature as onBothSides } from '../feature.ts'
import { copiedForms } from './copying-queries.ts'
import { exchangeRoutes } from './exchange/exchange-routes.ts'
import { formRoutes } from './routes.ts'
import { tables } from './tables.ts'
import { translationRoutes } from './translations/translation-routes.ts'

export const feature: ServerFeature = {
  ...onBothSides,
  tables,
  routes: (server) => {
    formRoutes(server)
    exchangeRoutes(server)
    translationRoutes(server)
  },
  copied: copiedForms,
  emptied: {
    tables: [
      ...['form_copies', 'published_options', 'options', 'questions', 'form_sections'],
      ...['form_versions', 'forms'],
    ],
  },
  // Which version each phone was given.
  eraser: { gone: [{ table: 'form_copies' }] },
}
