import { type Copy, copy } from '#kit/contract/copy.ts'
import type { AlertKind } from '../domain.ts'

export const say = copy({
  bellNew: {
    ro: { one: 'Alerte: {count} nouă', few: 'Alerte: {count} noi', other: 'Alerte: {count} noi' },
    en: { one: 'Alerts: {count} new', other: 'Alerts: {count} new' },
  },
  none: { ro: 'Nicio alertă.', en: 'No alerts.' },
  new: { ro: 'nouă', en: 'new' },
  readAll: { ro: 'Marchează toate ca citite', en: 'Mark all as read' },
  quiet: {
    ro: 'Acum sunt orele tale de liniște: fără sunet și e-mail.',
    en: 'These are your quiet hours: no sound, no email.',
  },
  unseen: {
    ro: {
      one: 'Un raport semnalat nevăzut',
      few: '{count} rapoarte semnalate nevăzute',
      other: '{count} de rapoarte semnalate nevăzute',
    },
    en: { one: 'One flagged report not seen', other: '{count} flagged reports not seen' },
  },
  all: { ro: 'Toate alertele și setările lor', en: 'All alerts and their settings' },
  incident: { ro: 'Incident', en: 'Incident' },
  report: { ro: 'Raport', en: 'Report' },
  observer: { ro: 'Observator', en: 'Observer' },
  station: { ro: 'Secție', en: 'Station' },
  wanted: { ro: 'Ce te alertează', en: 'What alerts you' },
  byEmail: {
    ro: 'Trimite-mi e-mail despre ce nu am citit',
    en: 'Email me about what I have not read',
  },
  byEmailWhen: {
    ro: 'După două minute, pentru mențiuni, repartizări și termene depășite.',
    en: 'After two minutes, about mentions, assignments and passed due times.',
  },
  noServer: {
    ro: 'Serverul acesta nu trimite e-mailuri.',
    en: 'This server sends no emails.',
  },
  noAddress: {
    ro: 'Contul tău nu are o adresă de e-mail. Cine administrează conturile o poate adăuga.',
    en: 'Your account has no email address. A manager of accounts can add one.',
  },
  quietHours: { ro: 'Ore de liniște', en: 'Quiet hours' },
  quietWhen: {
    ro: 'Fără sunet, număr în titlu și e-mail.',
    en: 'No sound, no number in the title, no email.',
  },
  from: { ro: 'De la', en: 'From' },
  until: { ro: 'Până la', en: 'Until' },
  mutedCounties: { ro: 'Județe fără alerte', en: 'Counties without alerts' },
  countiesChosen: {
    ro: {
      one: '{count} județ fără alerte',
      few: '{count} județe fără alerte',
      other: '{count} de județe fără alerte',
    },
    en: { one: '{count} county without alerts', other: '{count} counties without alerts' },
  },
})

/** What happened, by kind. */
export const happened = copy({
  mention: {
    ro: {
      one: '{by} te-a menționat',
      few: '{count} mențiuni, ultima de la {by}',
      other: '{count} de mențiuni, ultima de la {by}',
    },
    en: { one: '{by} mentioned you', other: '{count} mentions, the last by {by}' },
  },
  assigned: { ro: 'repartizat ție de {by}', en: 'assigned to you by {by}' },
  due: { ro: 'termenul a trecut', en: 'the due time has passed' },
  severe: { ro: 'incident grav, de la {by}', en: 'severe incident, by {by}' },
} satisfies Readonly<Record<AlertKind, Copy>>)

/** The kinds, as the settings name them. */
export const kindNames = copy({
  mention: { ro: 'Comentarii care te menționează', en: 'Comments that mention you' },
  assigned: {
    ro: 'Rapoarte și incidente repartizate ție',
    en: 'Reports and incidents assigned to you',
  },
  due: {
    ro: 'Incidente ale tale, sau urcate la tine, cu termenul depășit',
    en: 'Overdue incidents that are yours or escalate to you',
  },
  severe: { ro: 'Incidente grave', en: 'Severe incidents' },
} satisfies Readonly<Record<AlertKind, Copy>>)
