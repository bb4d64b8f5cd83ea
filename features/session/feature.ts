import { copy } from '#kit/contract/copy.ts'
import type { Feature, Words } from '#kit/contract/feature.ts'
import { session, signInsTried } from './contract.ts'

const acts = copy({
  'session.begun': { ro: 'Autentificare', en: 'Signed in' },
  'session.device-registered': { ro: 'Telefon înregistrat', en: 'Phone registered' },
  'session.confirmed': { ro: 'Identitate confirmată', en: 'Identity confirmed' },
  'session.ended': { ro: 'Deconectare', en: 'Signed out' },
  'session.locked': { ro: 'Blocat după încercări greșite', en: 'Locked after failed attempts' },
  'session.others-ended': { ro: 'Celelalte sesiuni încheiate', en: 'Other sessions ended' },
  'session.prolonged': { ro: 'Sesiune prelungită', en: 'Session extended' },
  'session.refused': { ro: 'Autentificare eșuată', en: 'Failed sign-in' },
} satisfies Words)

const subjects = copy({
  guest: { ro: 'Sesiuni ale invitaților', en: 'Guests’ sessions' },
  'ngo-administrator': { ro: 'Sesiuni ale administratorilor', en: 'Administrators’ sessions' },
  observer: { ro: 'Sesiuni ale observatorilor', en: 'Observers’ sessions' },
  organiser: { ro: 'Sesiuni ale organizatorilor', en: 'Organisers’ sessions' },
  reviewer: { ro: 'Sesiuni ale verificatorilor', en: 'Reviewers’ sessions' },
  stranger: { ro: 'Autentificări eșuate', en: 'Failed sign-ins' },
} satisfies Words)

export const feature: Feature = {
  name: 'session',
  endpoints: { session },
  changes: [{ event: signInsTried, touches: [session.tries], restMs: 2000 }],
  acts,
  subjects,
}
