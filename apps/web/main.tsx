import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { I18nProvider } from 'react-aria-components'
import { createRoot } from 'react-dom/client'
import { language } from '#kit/web/language.ts'
import { createQueryClient } from '#kit/web/read/queries.ts'
import { keptToken, onTokenChange, ownerOf } from '#kit/web/session/session.ts'
import { showTheme } from '#kit/web/theme.ts'
import { focusOnNavigation } from './frame/focus-on-navigation.ts'
import { router } from './routes.tsx'

document.documentElement.lang = language
showTheme()

const client = createQueryClient()

// The next user must not see what was fetched for another. The same user keeps their page and input.
let owner = ownerOf(keptToken())
onTokenChange(() => {
  const next = ownerOf(keptToken())
  if (next && next === owner) return
  owner = next
  client.clear()
  void router.invalidate()
})

router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
  if (fromLocation && pathChanged) focusOnNavigation()
})

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <I18nProvider locale={language === 'ro' ? 'ro-RO' : 'en-US'}>
        <QueryClientProvider client={client}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </I18nProvider>
    </StrictMode>,
  )
