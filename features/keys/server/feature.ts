import type { ServerFeature } from '#kit/server/feature.ts'
import { feature as onBothSides } from '../feature.ts'
import { keyRoutes } from './routes.ts'
import { tables } from './tables.ts'

export const feature: ServerFeature = { ...onBothSides, tables, routes: keyRoutes }
