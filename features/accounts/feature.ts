import { accountLocked, session } from '#features/session/contract.ts'
import { copy } from '#kit/contract/copy.ts'
import type { Feature, Words } from '#kit/contract/feature.ts'
import { accounts, accountsChanged } from './contract.ts'

const acts = copy({
  'accounts.added': { ro: 'Cont adăugat', en: 'Account added' },
  'accounts.deleted': { ro: 'Cont șters', en: 'Account deleted' },
  'accounts.email-set': { ro: 'Adresă de e-mail schimbată', en: 'Email address changed' },
  'accounts.ngo-added': { ro: 'Organizație adăugată', en: 'Organisation added' },
  'accounts.ngo-edited': { ro: 'Organizație modificată', en: 'Organisation edited' },
  'accounts.owner-not-told': { ro: 'Titular neînștiințat', en: 'Owner not told' },
  'accounts.owner-told': { ro: 'Titular înștiințat', en: 'Owner told' },
  'accounts.restored': { ro: 'Cont readus', en: 'Account brought back' },
  'accounts.unlocked': { ro: 'Cont deblocat', en: 'Account unlocked' },
  'accounts.password-set': { ro: 'Parolă schimbată', en: 'Password changed' },
  'accounts.renamed': {
    ro: 'Cont redenumit: altul arată la fel',
    en: 'Account renamed: another looked the same',
  },
  'accounts.role-set': { ro: 'Rol schimbat', en: 'Role changed' },
} satisfies Words)

const subjects = copy({
  accounts: { ro: 'Conturi și organizații', en: 'Accounts and organisations' },
} satisfies Words)

export const feature: Feature = {
  name: 'accounts',
  endpoints: { accounts },
  changes: [
    {
      event: accountsChanged,
      touches: [accounts.list, accounts.listDeleted, accounts.listNgos, accounts.ngoName],
      restMs: 1000,
    },
    { event: accountsChanged, touches: [session.me] },
    { event: accountLocked, touches: [accounts.list], restMs: 1000 },
  ],
  acts,
  subjects,
}
