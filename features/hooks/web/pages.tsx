import { createRoute, type RouteComponent } from '@tanstack/react-router'
import { settings } from '#kit/web/page-frames.ts'
import type { Pages } from '#kit/web/pages.ts'
import { say } from './copy.ts'

const routesWith = (screen: RouteComponent) => ({
  settings: [createRoute({ getParentRoute: () => settings, path: '/hooks', component: screen })],
})

/** @param screen the page, with the counties that hooks can be limited to */
export const pages = (screen: RouteComponent): Pages<ReturnType<typeof routesWith>> => ({
  routes: routesWith(screen),
  setting: { to: '/settings/hooks', label: say.menu, right: 'set-up' },
})
