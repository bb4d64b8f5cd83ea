import { planChanged } from '#features/assignments/contract.ts'
import { callsChanged } from '#features/calls/contract.ts'
import { formsChanged } from '#features/forms/contract.ts'
import { observersChanged } from '#features/observers/contract.ts'
import { placesChanged } from '#features/places/contract.ts'
import { copy } from '#kit/contract/copy.ts'
import type { Feature, Words } from '#kit/contract/feature.ts'
import { milestones } from './contract.ts'

const acts = copy({
  'milestones.added': { ro: 'Termen adăugat', en: 'Milestone added' },
  'milestones.copied': {
    ro: 'Termen copiat din alte alegeri',
    en: 'Milestone copied from another election',
  },
  'milestones.edited': { ro: 'Termen modificat', en: 'Milestone changed' },
  'milestones.excused': { ro: 'Observator motivat', en: 'Observer excused' },
  'milestones.exported': { ro: 'Desfășurare exportată', en: 'Deployment exported' },
  'milestones.removed': { ro: 'Termen șters', en: 'Milestone deleted' },
  'milestones.restored': { ro: 'Termen readus', en: 'Milestone restored' },
  'milestones.unexcused': { ro: 'Motivare retrasă', en: 'Excuse withdrawn' },
} satisfies Words)

const subjects = copy({
  milestones: { ro: 'Termene', en: 'Milestones' },
} satisfies Words)

const fields = copy({
  areaIds: { ro: 'Locuri', en: 'Areas' },
  audience: { ro: 'Pentru cine', en: 'Owed by' },
  dueAfterMinutes: { ro: 'Minute de la începutul turei', en: 'Minutes after the shift begins' },
  dueAt: { ro: 'Până la', en: 'Due by' },
  forStation: { ro: 'O dată pentru secție', en: 'Once for the station' },
  formId: { ro: 'Formular', en: 'Form' },
  isDiaspora: { ro: 'În diaspora', en: 'Abroad' },
  kind: { ro: 'Ce se așteaptă', en: 'What is due' },
  milestoneId: { ro: 'Termen', en: 'Milestone' },
  ngoIds: { ro: 'Organizații', en: 'Organisations' },
  notificationId: { ro: 'Mesaj', en: 'Message' },
  questionId: { ro: 'Întrebare', en: 'Question' },
} satisfies Words)

const counted = [milestones.deployment, milestones.expected]

export const feature: Feature = {
  name: 'milestones',
  endpoints: { milestones },
  changes: [
    // The list shows times of the plan as well.
    {
      event: planChanged,
      touches: [milestones.list, milestones.listDeleted, milestones.expected],
      restMs: 1000,
    },
    // Names of people and places are shown as well.
    { event: observersChanged, touches: [milestones.expected], restMs: 1000 },
    { event: callsChanged, touches: [milestones.expected], restMs: 1000 },
    { event: placesChanged, touches: counted, restMs: 1000 },
    { event: formsChanged, touches: [milestones.list], restMs: 1000 },
  ],
  acts,
  subjects,
  fields,
}
