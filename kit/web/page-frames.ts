import { createRootRoute, createRoute, redirect } from '@tanstack/react-router'
import { currentToken, hasPendingDuty } from './session/session.ts'

/** What every page stands in. What a frame shows around its pages is given to it by the app. */
export const root = createRootRoute()

/** For whoever is signed in, and owes nothing before they go on. */
export const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: ({ location }) => {
    if (!currentToken())
      throw redirect({ to: '/login', search: { next: location.href }, replace: true })
    if (hasPendingDuty(currentToken()))
      throw redirect({ to: '/first', search: { next: location.href }, replace: true })
  },
})

/** What is set up once in a while. */
export const settings = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings',
})
