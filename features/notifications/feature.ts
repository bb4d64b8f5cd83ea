import { accountsChanged } from '#features/accounts/contract.ts'
import { observersChanged } from '#features/observers/contract.ts'
import { placesChanged } from '#features/places/contract.ts'
import { copy } from '#kit/contract/copy.ts'
import type { Feature, Words } from '#kit/contract/feature.ts'
import { messageOpened, notifications, notificationsChanged } from './contract.ts'

const acts = copy({
  'notifications.ended': {
    ro: 'Trimitere oprită odată cu alegerile',
    en: 'Sending ended with its election',
  },
  'notifications.opened': { ro: 'Mesaj deschis', en: 'Message opened' },
  'notifications.practice-taken-back': {
    ro: 'Mesaj luat înapoi odată cu repetiția',
    en: 'Message taken back with its rehearsal',
  },
  'notifications.rescheduled': { ro: 'Ora unui mesaj schimbată', en: 'Time of a message changed' },
  'notifications.scheduled': { ro: 'Mesaj programat', en: 'Message scheduled' },
  'notifications.scheduled-sent': {
    ro: 'Mesaj programat trimis',
    en: 'Scheduled message sent',
  },
  'notifications.sent': { ro: 'Mesaj trimis', en: 'Message sent' },
  'notifications.sent-again': { ro: 'Mesaj trimis din nou', en: 'Message sent again' },
  'notifications.sent-now': { ro: 'Mesaj trimis imediat', en: 'Message sent at once' },
  'notifications.taken-back': { ro: 'Mesaj luat înapoi', en: 'Message taken back' },
} satisfies Words)

const subjects = copy({
  notifications: { ro: 'Mesaje', en: 'Messages' },
} satisfies Words)

const fields = copy({
  againOf: { ro: 'Scris din nou după mesajul', en: 'Once more of message' },
  heldUntil: { ro: 'Poate fi luat înapoi până la', en: 'Can be taken back until' },
  recipients: { ro: 'Destinatari', en: 'Recipients' },
  recipientsDigest: { ro: 'Amprenta destinatarilor', en: 'Digest of the recipients' },
  sendAt: { ro: 'Pleacă la', en: 'Goes out at' },
  withheld: { ro: 'Netrimis celor din afara drepturilor', en: 'Not sent to those beyond rights' },
} satisfies Words)

export const feature: Feature = {
  name: 'notifications',
  endpoints: { notifications },
  changes: [
    {
      event: notificationsChanged,
      touches: [notifications.list, notifications.find, notifications.deliveries],
      restMs: 1000,
    },
    // Messages show whether the author of a waiting message may still write it.
    {
      event: accountsChanged,
      touches: [notifications.list, notifications.find],
      restMs: 1000,
    },
    // Deliveries show who opened the message; each open screen refetches them by itself.
    { event: messageOpened, touches: [notifications.deliveries] },
    // Deliveries show names of people and places.
    { event: observersChanged, touches: [notifications.deliveries] },
    { event: placesChanged, touches: [notifications.deliveries] },
  ],
  acts,
  subjects,
  fields,
}
