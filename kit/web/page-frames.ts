import { createRootRoute, createRoute, redirect } from '@tanstack/react-router'
import { currentToken, hasPendingDuty } from './session/session.ts'

/** The frame around every page. The app defines what is around its pages. */
export const root = createRootRoute()

/** For signed-in users without a pending duty. */
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

/** The pages of the settings. */
export const settings = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings',
})
