import { incidentsChanged } from '#features/incidents/contract.ts'
import { copy } from '#kit/contract/copy.ts'
import type { Feature, Words } from '#kit/contract/feature.ts'
import { notes } from './contract.ts'

const acts = copy({
  'notes.exported': { ro: 'Note exportate', en: 'Notes exported' },
  'notes.files-removed': {
    ro: 'Fișiere rămase fără notă, înlăturate',
    en: 'Files left without a note removed',
  },
  'notes.placing-undone': {
    ro: 'Notă scoasă din locul ei: punerea la loc anulată',
    en: 'Note taken from its place: placing undone',
  },
  'notes.received': { ro: 'Notă primită', en: 'Note received' },
  'notes.telephoned': { ro: 'Notă scrisă la telefon', en: 'Note written down by telephone' },
} satisfies Words)

const subjects = copy({
  notes: { ro: 'Note', en: 'Notes' },
} satisfies Words)

export const feature: Feature = {
  name: 'notes',
  endpoints: { notes },
  changes: [{ event: incidentsChanged, touches: [notes.ofIncident], restMs: 1000 }],
  acts,
  subjects,
}
