import { accounts, accountsChanged } from '#features/accounts/contract.ts'
import { placesChanged } from '#features/places/contract.ts'
import { accountLocked } from '#features/session/contract.ts'
import { copy } from '#kit/contract/copy.ts'
import type { Feature, Words } from '#kit/contract/feature.ts'
import { observerTitles } from './columns.ts'
import { observers, observersChanged } from './contract.ts'

const acts = copy({
  'observers.added': { ro: 'Observator adăugat', en: 'Observer added' },
  'observers.deleted': { ro: 'Observator șters', en: 'Observer deleted' },
  'observers.edited': { ro: 'Observator modificat', en: 'Observer edited' },
  'observers.exported': { ro: 'Observatori exportați', en: 'Observers exported' },
  'observers.import-undoing': {
    ro: 'Anularea unui import de observatori începută',
    en: 'Undoing an import of observers begun',
  },
  'observers.import-undone': {
    ro: 'Import de observatori anulat',
    en: 'Import of observers undone',
  },
  'observers.imported': { ro: 'Observatori importați', en: 'Observers imported' },
  'observers.unlocked': { ro: 'Observator deblocat', en: 'Observer unlocked' },
  'observers.pin-reset': { ro: 'PIN schimbat', en: 'PIN reset' },
  'observers.restored': { ro: 'Observator readus', en: 'Observer brought back' },
} satisfies Words)

const subjects = copy({
  observers: { ro: 'Observatori', en: 'Observers' },
} satisfies Words)

const choices = copy({
  cannotSignIn: { ro: 'Nu poate intra', en: 'Cannot sign in' },
  changePhones: { ro: 'Telefoane schimbate după nume', en: 'Phones changed by name' },
} satisfies Words)

export const feature: Feature = {
  name: 'observers',
  endpoints: { observers },
  changes: [
    {
      event: observersChanged,
      touches: [observers.list, observers.active, observers.count, observers.listImports],
      restMs: 1000,
    },
    { event: observersChanged, touches: [accounts.listNgos] },
    { event: accountsChanged, touches: [observers.list] },
    { event: accountLocked, touches: [observers.list, observers.active], restMs: 1000 },
    { event: placesChanged, touches: [observers.list, observers.active] },
  ],
  acts,
  subjects,
  // Their labels in the form where they are edited; and what is chosen of a list or an import.
  fields: { ...observerTitles, ...choices },
}
