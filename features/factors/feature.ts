import { copy } from '#kit/contract/copy.ts'
import type { Feature, Words } from '#kit/contract/feature.ts'
import { factors } from './contract.ts'

const acts = copy({
  'factors.passkey-added': { ro: 'Cheie de acces adăugată', en: 'Passkey added' },
  'factors.passkey-removed': { ro: 'Cheie de acces scoasă', en: 'Passkey removed' },
  'factors.recovery-codes-renewed': { ro: 'Coduri de rezervă noi', en: 'Recovery codes renewed' },
  'factors.taken-away': { ro: 'Al doilea factor scos', en: 'Second factor removed' },
  'factors.turned-off': { ro: 'Cod la autentificare oprit', en: 'Code at sign-in turned off' },
  'factors.turned-on': { ro: 'Cod la autentificare pornit', en: 'Code at sign-in turned on' },
  'factors.no-longer-wanted': {
    ro: 'Al doilea factor nu mai este cerut',
    en: 'Second factor no longer required',
  },
  'factors.wanted': {
    ro: 'Al doilea factor cerut tuturor',
    en: 'Second factor required of everybody',
  },
} satisfies Words)

const fields = copy({
  authenticator: { ro: 'Aplicație de autentificare', en: 'Authenticator app' },
  passkeys: { ro: 'Chei de acces', en: 'Passkeys' },
} satisfies Words)

export const feature: Feature = {
  name: 'factors',
  endpoints: { factors },
  acts,
  fields,
}
