import { copy } from '#kit/contract/copy.ts'
import type { Feature, Words } from '#kit/contract/feature.ts'
import { elections, emptyingMoved, erasingMoved } from './contract.ts'

const acts = copy({
  'elections.added': { ro: 'Alegeri pregătite', en: 'Election prepared' },
  'elections.archived': { ro: 'Alegeri arhivate', en: 'Election archived' },
  'elections.deleted': { ro: 'Alegeri șterse', en: 'Election deleted' },
  'elections.edited': { ro: 'Alegeri modificate', en: 'Election edited' },
  'elections.erasing-begun': {
    ro: 'Ștergere de date personale începută',
    en: 'Erasing personal data begun',
  },
  'elections.erasing-stopped': {
    ro: 'Ștergere de date personale oprită',
    en: 'Erasing personal data stopped',
  },
  'elections.loaded': { ro: 'Alegeri încărcate din fișiere', en: 'Election loaded from files' },
  'elections.looked-at': {
    ro: 'Alegeri arhivate deschise pentru citire',
    en: 'Archived election opened to be read',
  },
  'elections.looked-away': { ro: 'Alegeri arhivate părăsite', en: 'Archived election left' },
  'elections.made-current': { ro: 'Alegeri făcute curente', en: 'Election made current' },
  'elections.rehearsal-cleared': { ro: 'Repetiție golită', en: 'Rehearsal cleared' },
  'elections.people-erased': { ro: 'Date personale șterse', en: 'Personal data erased' },
  'elections.reopened': { ro: 'Alegeri redeschise', en: 'Election reopened' },
  'elections.restored': { ro: 'Alegeri readuse', en: 'Election brought back' },
  'elections.start-begun': {
    ro: 'Începerea alegerilor cerută',
    en: 'Start of the election begun',
  },
  'elections.started': { ro: 'Alegeri începute', en: 'Election started' },
} satisfies Words)

const subjects = copy({
  elections: { ro: 'Alegeri', en: 'Elections' },
} satisfies Words)

const fields = copy({
  callPauseMinutes: { ro: 'Minute între apeluri', en: 'Minutes between calls' },
  archivedFrom: { ro: 'Înainte de arhivare', en: 'Before it was archived' },
  country: { ro: 'Țara telefoanelor', en: 'Country of the phones' },
  countyLevel: { ro: 'Nivelul județelor', en: 'Level of the counties' },
  emptying: { ro: 'Se golește', en: 'Being emptied' },
  isCurrent: { ro: 'Alegerile curente', en: 'Current election' },
  isErasing: { ro: 'Se șterg persoanele', en: 'People are being erased' },
  keep: { ro: 'Ce rămâne la schimbarea fusului', en: 'Kept when the zone changed' },
  levelNames: { ro: 'Numele nivelurilor', en: 'Names of the levels' },
  timezone: { ro: 'Fus orar', en: 'Time zone' },
} satisfies Words)

export const feature: Feature = {
  name: 'elections',
  endpoints: { elections },
  changes: [
    { event: erasingMoved, touches: [elections.list], restMs: 1000 },
    { event: emptyingMoved, touches: [elections.list], restMs: 1000 },
  ],
  acts,
  subjects,
  fields,
}
