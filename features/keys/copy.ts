import { copy } from '#kit/contract/copy.ts'

export const say = copy({
  title: { ro: 'Chei de acces', en: 'Access keys' },
  about: {
    ro: 'Cu o cheie, un program citește sau scrie ca un cont, de pildă o hartă publică. Nu are niciodată mai multe drepturi decât cine a făcut-o.',
    en: 'With a key a program reads or writes as an account does, such as a public map. It never has more rights than the account that made it.',
  },
  none: { ro: 'Nu sunt chei', en: 'There are no keys' },
  add: { ro: 'Cheie nouă', en: 'New key' },
  madeTitle: { ro: 'Cheia lui {name}', en: 'The key of {name}' },
  made: {
    ro: 'Copiaz-o acum: e arătată o singură dată. Programul o trimite în antetul Authorization, după cuvântul Bearer.',
    en: 'Copy it now: it is shown this once. The program sends it in the header Authorization, after the word Bearer.',
  },
  name: { ro: 'Program', en: 'Program' },
  nameAbout: {
    ro: 'Istoricul îl numește cu acest nume.',
    en: 'History names it so.',
  },
  nameExpected: { ro: 'Scrie numele programului.', en: 'Type the name of the program.' },
  access: { ro: 'Drepturi', en: 'Rights' },
  isReadOnly: { ro: 'Doar citește', en: 'Only reads' },
  days: { ro: 'Câte zile funcționează', en: 'How many days it works' },
  madeBy: { ro: 'Făcută de', en: 'Made by' },
  deletedAccount: { ro: 'un cont șters', en: 'a deleted account' },
  used: { ro: 'Folosită', en: 'Used' },
  neverUsed: { ro: 'niciodată', en: 'never' },
  usedFrom: { ro: 'din {network}', en: 'from {network}' },
  state: { ro: 'Stare', en: 'State' },
  until: { ro: 'până {time}', en: 'until {time}' },
  working: { ro: 'funcționează', en: 'works' },
  expired: { ro: 'expirată', en: 'expired' },
  revoked: { ro: 'revocată', en: 'revoked' },
  stopped: { ro: 'oprită', en: 'stopped' },
  stoppedAbout: {
    ro: 'Contul care a făcut-o a fost șters sau o organizație este inactivă.',
    en: 'The account that made it was deleted, or an organisation is inactive.',
  },
  revoke: { ro: 'Revocă', en: 'Revoke' },
  revokeOf: { ro: 'Revocă cheia lui {name}', en: 'Revoke the key of {name}' },
  revokeTitle: { ro: 'Revoci cheia lui {name}?', en: 'Revoke the key of {name}?' },
  revokeAbout: {
    ro: 'Programul este refuzat de la următoarea cerere. O cheie revocată nu mai poate fi folosită.',
    en: 'The program is refused from its next call. A revoked key cannot be used again.',
  },
  revokedNow: { ro: 'Cheia lui {name} a fost revocată', en: 'The key of {name} was revoked' },
})
