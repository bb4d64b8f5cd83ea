import type { Projections } from '#kit/server/projections/projection.ts'
import { features } from './features.ts'

/** Everything that the projector keeps, in the features' order. */
export const projections: Projections = {
  spreads: features.flatMap(({ spreads = [] }) => spreads),
  steps: features.flatMap(({ projections: own = [] }) => own),
}
