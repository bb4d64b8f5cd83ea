import { copy } from '#kit/contract/copy.ts'
import type { Delivery, Hook } from './contract.ts'
import type { SendingFault } from './domain.ts'

export const say = copy({
  title: { ro: 'Web hook-uri', en: 'Web hooks' },
  about: {
    ro: 'Veghe trimite evenimentele alese la adresa unui alt program, semnate și reîncercate trei zile. Nu conțin nume, telefoane sau texte.',
    en: 'Veghe sends the chosen events to the address of another program, signed, and retried for three days. They have no names, phone numbers or texts.',
  },
  none: { ro: 'Nu sunt web hook-uri', en: 'There are no web hooks' },
  add: { ro: 'Web hook nou', en: 'New web hook' },
  address: { ro: 'Adresă', en: 'Address' },
  addressAbout: { ro: 'Începe cu https://', en: 'It begins with https://' },
  addressExpected: {
    ro: 'Scrie o adresă întreagă, fără parolă, de pildă https://exemplu.ro/veghe.',
    en: 'Type a whole address without a password, such as https://example.org/veghe.',
  },
  kinds: { ro: 'Evenimente', en: 'Events' },
  kindsChosen: {
    ro: {
      one: '{count} fel de evenimente',
      few: '{count} feluri de evenimente',
      other: '{count} de feluri de evenimente',
    },
    en: { one: '{count} kind of event', other: '{count} kinds of events' },
  },
  allKinds: { ro: 'Toate evenimentele', en: 'All events' },
  allNgos: { ro: 'Toate organizațiile', en: 'All organisations' },
  onlyNgo: { ro: 'numai o organizație', en: 'one organisation only' },
  onlyCounties: { ro: 'numai {counties}', en: '{counties} only' },
  state: { ro: 'Stare', en: 'State' },
  on: { ro: 'pornit', en: 'on' },
  failing: { ro: 'nu ajunge', en: 'failing' },
  failingSince: { ro: 'Nimic nu a ajuns din {time}.', en: 'Nothing has arrived since {time}.' },
  off: { ro: 'oprit', en: 'off' },
  offSince: { ro: 'din {time}', en: 'since {time}' },
  waiting: {
    ro: { one: '{count} în așteptare', few: '{count} în așteptare', other: '{count} în așteptare' },
    en: { one: '{count} waiting', other: '{count} waiting' },
  },
  previousUntil: {
    ro: 'Secretul dinainte semnează și el până {time}.',
    en: 'The previous secret signs as well until {time}.',
  },
  madeBy: { ro: 'Adăugat de', en: 'Added by' },
  log: { ro: 'Livrări', en: 'Deliveries' },
  logOf: { ro: 'Livrările către {address}', en: 'Deliveries to {address}' },
  logEmpty: { ro: 'Încă nu s-a trimis nimic', en: 'Nothing has been sent yet' },
  test: { ro: 'Trimite un eveniment de probă', en: 'Send a test event' },
  tested: { ro: 'Evenimentul de probă este pe drum', en: 'The test event is on its way' },
  turnOn: { ro: 'Pornește', en: 'Switch on' },
  turnOff: { ro: 'Oprește', en: 'Switch off' },
  turnedOn: {
    ro: 'Web hook pornit: trimite ce se întâmplă de acum',
    en: 'Web hook switched on: it sends what happens from now on',
  },
  turnedOff: { ro: 'Web hook oprit', en: 'Web hook switched off' },
  rotate: { ro: 'Secret nou', en: 'New secret' },
  rotateTitle: {
    ro: 'Dai un secret nou pentru {address}?',
    en: 'Give {address} a new secret?',
  },
  rotateAbout: {
    ro: 'Timp de o zi semnează și secretul dinainte, ca programul să poată trece la cel nou.',
    en: 'For a day the previous secret signs as well, so that the program can change to the new one.',
  },
  remove: { ro: 'Șterge', en: 'Delete' },
  removeTitle: {
    ro: 'Ștergi web hook-ul către {address}?',
    en: 'Delete the web hook to {address}?',
  },
  removeAbout: {
    ro: 'Livrările care așteaptă nu se mai trimit, iar lista lor se șterge.',
    en: 'Deliveries that are waiting are not sent, and their list is deleted.',
  },
  removed: { ro: 'Web hook șters', en: 'Web hook deleted' },
  secretTitle: { ro: 'Secretul pentru {address}', en: 'The secret for {address}' },
  secretAbout: {
    ro: 'Copiază-l acum: e arătat o singură dată. Programul verifică cu el semnătura fiecărui eveniment.',
    en: 'Copy it now: it is shown this once. With it the program verifies the signature of each event.',
  },
  arrived: { ro: 'ajuns', en: 'arrived' },
  retried: { ro: 'se reîncearcă {time}', en: 'to be retried {time}' },
  onItsWay: { ro: 'pe drum', en: 'on its way' },
  givenUp: { ro: 'abandonat', en: 'given up' },
  tries: {
    ro: { one: '{count} încercare', few: '{count} încercări', other: '{count} de încercări' },
    en: { one: '{count} attempt', other: '{count} attempts' },
  },
  answered: { ro: 'răspuns {status} în {ms} ms', en: 'answered {status} in {ms} ms' },
  replay: { ro: 'Trimite din nou', en: 'Send again' },
  replayOf: { ro: 'Trimite din nou: {kind}, {time}', en: 'Send again: {kind}, {time}' },
  replayed: { ro: 'Trimis din nou', en: 'Sent again' },
})

export const kindNames = copy({
  'report.received': { ro: 'Raport primit', en: 'Report received' },
  'report.changed': { ro: 'Raport modificat', en: 'Report changed' },
  'answer.flagged': { ro: 'Răspuns semnalat', en: 'Answer flagged' },
  'incident.opened': { ro: 'Incident deschis', en: 'Incident opened' },
  'incident.changed': { ro: 'Incident modificat', en: 'Incident changed' },
  'review.changed': { ro: 'Verificare schimbată', en: 'Review changed' },
  'note.received': { ro: 'Notă primită', en: 'Note received' },
  'hook.test': { ro: 'Eveniment de probă', en: 'Test event' },
} satisfies Record<Delivery['kind'], unknown>)

/** Why a hook is off. */
export const offReasons = copy({
  staff: { ro: 'oprit de organizatori', en: 'switched off by organisers' },
  gone: { ro: 'receptorul nu mai vrea evenimente (410)', en: 'the receiver wants no more (410)' },
  failing: { ro: 'trei zile fără reușită', en: 'three days without success' },
} satisfies Record<NonNullable<Hook['offReason']>, unknown>)

/** Why an attempt had no answer. */
export const faults = copy({
  timeout: { ro: 'niciun răspuns la timp', en: 'no answer in time' },
  unreachable: { ro: 'adresa nu răspunde', en: 'the address cannot be reached' },
  'not-https': { ro: 'adresa nu are https', en: 'the address has no https' },
  private: { ro: 'adresa este într-o rețea privată', en: 'the address is in a private network' },
  'unknown-name': { ro: 'numele nu există', en: 'the name does not exist' },
  'no-secret': { ro: 'secretul nu mai poate fi citit', en: 'the secret can no longer be read' },
} satisfies Record<SendingFault, unknown>)
