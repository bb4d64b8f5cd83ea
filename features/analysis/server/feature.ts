import type { ServerFeature } from '#kit/server/feature.ts'
import { feature as onBothSides } from '../feature.ts'
import { analysisRoutes } from './routes.ts'

export const feature: ServerFeature = { ...onBothSides, routes: analysisRoutes }
