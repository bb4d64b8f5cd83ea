import { observersChanged } from '#features/observers/contract.ts'
import { placesChanged } from '#features/places/contract.ts'
import { copy } from '#kit/contract/copy.ts'
import type { Feature, Words } from '#kit/contract/feature.ts'
import { assignments, planChanged } from './contract.ts'

const acts = copy({
  'assignments.added': { ro: 'Observatori repartizați', en: 'Assignments added' },
  'assignments.copied': {
    ro: 'Plan copiat din alte alegeri',
    en: 'Plan copied from another election',
  },
  'assignments.edited': { ro: 'Repartizare modificată', en: 'Assignment changed' },
  'assignments.exported': { ro: 'Plan exportat', en: 'Plan exported' },
  'assignments.import-undoing': {
    ro: 'Anularea unui import de plan începută',
    en: 'Undoing an import of the plan begun',
  },
  'assignments.import-undone': {
    ro: 'Import de plan anulat',
    en: 'Import of the plan undone',
  },
  'assignments.imported': { ro: 'Plan importat', en: 'Plan imported' },
  'assignments.removed': { ro: 'Repartizare scoasă din plan', en: 'Assignment removed' },
  'assignments.replaced': { ro: 'Observator înlocuit', en: 'Observer replaced' },
  'assignments.target-set': {
    ro: 'Ținta acoperirii schimbată',
    en: 'Target of coverage changed',
  },
  'assignments.restored': { ro: 'Repartizare readusă în plan', en: 'Assignment restored' },
} satisfies Words)

const subjects = copy({
  assignments: { ro: 'Plan', en: 'Plan' },
  coverage_targets: { ro: 'Ținta acoperirii', en: 'Target of coverage' },
} satisfies Words)

const fields = copy({
  from: { ro: 'De la', en: 'From' },
  isMobile: { ro: 'Echipă mobilă', en: 'Mobile team' },
  observerId: { ro: 'Observator', en: 'Observer' },
  pollingStationId: { ro: 'Secție de votare', en: 'Polling station' },
  targetStations: { ro: 'Secții în țintă', en: 'Stations in the target' },
  until: { ro: 'Până la', en: 'Until' },
} satisfies Words)

export const feature: Feature = {
  name: 'assignments',
  endpoints: { assignments },
  changes: [
    ...[planChanged, observersChanged, placesChanged].map((event) => ({
      event,
      touches: [
        ...[assignments.list, assignments.proposals],
        ...[assignments.unassigned, assignments.listImports],
      ],
      restMs: 1000,
    })),
    // These lists show names of places and depend on the target.
    ...[planChanged, placesChanged].map((event) => ({
      event,
      touches: [assignments.areas, assignments.uncovered, assignments.target],
      restMs: 1000,
    })),
  ],
  acts,
  subjects,
  fields,
}
