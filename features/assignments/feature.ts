import { copy } from '#kit/contract/copy.ts'
import type { Feature, Words } from '#kit/contract/feature.ts'
import { assignments, planChanged } from './contract.ts'

const acts = copy({
  'assignments.added': { ro: 'Observatori repartizați', en: 'Assignments added' },
  'assignments.edited': { ro: 'Repartizare modificată', en: 'Assignment changed' },
  'assignments.exported': { ro: 'Plan exportat', en: 'Plan exported' },
  'assignments.imported': { ro: 'Plan importat', en: 'Plan imported' },
  'assignments.removed': { ro: 'Repartizare scoasă din plan', en: 'Assignment removed' },
  'assignments.replaced': { ro: 'Observator înlocuit', en: 'Observer replaced' },
  'assignments.restored': { ro: 'Repartizare readusă în plan', en: 'Assignment restored' },
} satisfies Words)

const subjects = copy({
  assignments: { ro: 'Plan', en: 'Plan' },
} satisfies Words)

const fields = copy({
  from: { ro: 'De la', en: 'From' },
  isMobile: { ro: 'Echipă mobilă', en: 'Mobile team' },
  observerId: { ro: 'Observator', en: 'Observer' },
  pollingStationId: { ro: 'Secție de votare', en: 'Polling station' },
  until: { ro: 'Până la', en: 'Until' },
} satisfies Words)

export const feature: Feature = {
  name: 'assignments',
  endpoints: { assignments },
  changes: [
    {
      event: planChanged,
      touches: [assignments.list, assignments.areas, assignments.proposals],
      restMs: 1000,
    },
  ],
  acts,
  subjects,
  fields,
}
