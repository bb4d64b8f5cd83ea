import { planChanged } from '#features/assignments/contract.ts'
import { notificationsChanged } from '#features/notifications/contract.ts'
import { copy } from '#kit/contract/copy.ts'
import type { Feature, Words } from '#kit/contract/feature.ts'
import { reminders, remindersChanged } from './contract.ts'

const acts = copy({
  'reminders.added': { ro: 'Mesaj automat adăugat', en: 'Reminder added' },
  'reminders.removed': { ro: 'Mesaj automat șters', en: 'Reminder deleted' },
  'reminders.restored': { ro: 'Mesaj automat readus', en: 'Reminder restored' },
} satisfies Words)

const subjects = copy({
  reminders: { ro: 'Mesaje automate', en: 'Reminders' },
} satisfies Words)

const fields = copy({
  atNight: { ro: 'Și noaptea', en: 'Also at night' },
  message: { ro: 'Mesajul', en: 'Message' },
  minutes: { ro: 'Minute după termen', en: 'Minutes after the deadline' },
} satisfies Words)

const touches = [reminders.list]

export const feature: Feature = {
  name: 'reminders',
  endpoints: { reminders },
  changes: [
    ...[remindersChanged, planChanged, notificationsChanged].map((event) => ({
      event,
      touches,
      restMs: 1000,
    })),
  ],
  acts,
  subjects,
  fields,
}
