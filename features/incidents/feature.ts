import { placesChanged } from '#features/places/contract.ts'
import { copy } from '#kit/contract/copy.ts'
import type { Feature, Words } from '#kit/contract/feature.ts'
import { incidents, incidentsChanged } from './contract.ts'
import { say } from './copy.ts'
import { register } from './register-contract.ts'

const acts = copy({
  'incidents.added': { ro: 'Incident adăugat', en: 'Incident added' },
  'incidents.edited': { ro: 'Incident modificat', en: 'Incident changed' },
  'incidents.report-linked': { ro: 'Raport legat de incident', en: 'Report linked to an incident' },
  'incidents.report-unlinked': {
    ro: 'Raport scos din incident',
    en: 'Report taken out of an incident',
  },
  'incidents.note-linked': { ro: 'Notă legată de incident', en: 'Note linked to an incident' },
  'incidents.note-unlinked': {
    ro: 'Notă scoasă din incident',
    en: 'Note taken out of an incident',
  },
  'incidents.merged': { ro: 'Incidente unite', en: 'Incidents merged' },
  'incidents.parted': { ro: 'Incidente despărțite', en: 'Incidents split' },
  'incidents.suggestion-dismissed': { ro: 'Sugestie respinsă', en: 'Suggestion dismissed' },
  'incidents.suggestion-restored': { ro: 'Sugestie readusă', en: 'Suggestion restored' },
  'incidents.register-published': {
    ro: 'Registrul public al incidentelor pornit',
    en: 'Public register of incidents switched on',
  },
  'incidents.register-taken-down': {
    ro: 'Registrul public al incidentelor oprit',
    en: 'Public register of incidents switched off',
  },
  'incidents.category-added': {
    ro: 'Categorie de incidente adăugată',
    en: 'Category of incidents added',
  },
  'incidents.category-edited': {
    ro: 'Categorie de incidente modificată',
    en: 'Category of incidents changed',
  },
} satisfies Words)

const subjects = copy({
  incident_categories: { ro: 'Categorii de incidente', en: 'Categories of incidents' },
} satisfies Words)

const fields = copy({
  ...say,
  isRetired: { ro: 'Retrasă', en: 'Retired' },
  report: { ro: 'Raport', en: 'Report' },
  reports: { ro: 'Rapoarte', en: 'Reports' },
  notes: { ro: 'Note (id)', en: 'Notes (id)' },
  noteId: { ro: 'Nota (id)', en: 'Note (id)' },
  placeId: { ro: 'Secția sau județul (id)', en: 'Station or county (id)' },
  questionId: { ro: 'Întrebarea (id)', en: 'Question (id)' },
  untilAt: { ro: 'Până la', en: 'Until' },
  mergedInto: { ro: 'Unit cu incidentul', en: 'Merged into incident' },
  merged: { ro: 'Incident unit cu acesta', en: 'Incident merged into it' },
} satisfies Words)

const listed = [
  ...[incidents.list, incidents.get, incidents.ofReport],
  ...[incidents.listTargets, incidents.listSuggestions],
]

export const feature: Feature = {
  name: 'incidents',
  endpoints: { incidents, register },
  changes: [
    {
      event: incidentsChanged,
      touches: [...listed, incidents.listCategories, register.preview],
      restMs: 1000,
    },
    // Names of places are shown as well.
    { event: placesChanged, touches: listed, restMs: 1000 },
  ],
  acts,
  subjects: { ...subjects, incidents: say.incidents },
  fields,
}
