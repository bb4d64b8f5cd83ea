import { copy } from '#kit/contract/copy.ts'

/** Emails about the security of an account. */
export const letters = copy({
  takenAwaySubject: {
    ro: 'Contul tău Veghe cere doar parola',
    en: 'Your Veghe account now needs only its password',
  },
  takenAway: {
    ro: '{by} a scos aplicația de autentificare și cheile de acces ale contului „{account}”. Dacă nu ai cerut acest lucru, anunță un organizator.',
    en: '{by} has removed the authenticator app and the passkeys of the account “{account}”. If you did not ask for this, tell an organiser.',
  },
  lockedSubject: {
    ro: 'Contul tău Veghe a fost blocat pentru un timp',
    en: 'Your Veghe account was locked for a while',
  },
  locked: {
    ro: 'S-au încercat mai multe parole greșite pentru contul „{account}”, ultima de la adresa {by}. Contul se deschide singur după un sfert de oră; cu o cheie de acces intri și acum. Dacă nu ai fost tu, anunță un organizator.',
    en: 'Several wrong passwords were tried for the account “{account}”, the last one from the address {by}. It opens by itself in a quarter of an hour; with a passkey you can sign in now. If it was not you, tell an organiser.',
  },
})

export const say = copy({
  // The code at signing in.
  authenticator: { ro: 'Cod la autentificare', en: 'Code at sign-in' },
  authenticatorAbout: {
    ro: 'Pe lângă parolă, un cod din aplicația de autentificare de pe telefon. Cine îți află parola tot nu intră.',
    en: 'In addition to the password, a code from the authenticator app on your phone. Anyone who learns your password still cannot get in.',
  },
  on: { ro: 'Pornit', en: 'On' },
  off: { ro: 'Oprit', en: 'Off' },
  turnOn: { ro: 'Pornește', en: 'Turn on' },
  turnOff: { ro: 'Oprește', en: 'Turn off' },
  turnOffTitle: { ro: 'Oprești codul la autentificare?', en: 'Turn off the code at sign-in?' },
  turnOffConfirmation: {
    ro: 'De acum parola singură deschide contul.',
    en: 'From now on the password alone opens your account.',
  },
  changePhone: { ro: 'Schimbă telefonul', en: 'Change phone' },
  setUp: { ro: 'Aplicația de autentificare', en: 'Authenticator app' },
  scan: {
    ro: 'Scanează codul cu aplicația de autentificare a telefonului, sau scrie cheia în ea.',
    en: 'Scan the code with the authenticator app on your phone, or type the key into it.',
  },
  picture: { ro: 'Codul de scanat', en: 'The code to scan' },
  secretKey: { ro: 'Cheia', en: 'Key' },
  code: { ro: 'Codul din aplicație', en: 'Code from the app' },
  codeAbout: {
    ro: 'Șase cifre, altele la fiecare jumătate de minut.',
    en: 'Six digits, new ones every half minute.',
  },
  codeExpected: {
    ro: 'Scrie cele șase cifre din aplicație.',
    en: 'Enter the six digits from the app.',
  },
  turnedOn: { ro: 'Codul la autentificare este pornit', en: 'The code at sign-in is on' },
  turnedOff: { ro: 'Codul la autentificare este oprit', en: 'The code at sign-in is off' },

  // The rule for all staff.
  rule: { ro: 'Al doilea factor pentru toți', en: 'A second factor for everybody' },
  ruleAbout: {
    ro: 'Cine intră doar cu parola își pune întâi un cod sau o cheie de acces. Cine este deja înăuntru lucrează mai departe până la sfârșitul sesiunii.',
    en: 'Staff who sign in with a password alone must first set up a code or a passkey. Those already signed in go on working until their session ends.',
  },
  without: {
    ro: {
      one: 'Un cont nu are niciunul.',
      few: '{count} conturi nu au niciunul.',
      other: '{count} de conturi nu au niciunul.',
    },
    en: { one: '1 account has none.', other: '{count} accounts have none.' },
  },
  wantFactors: { ro: 'Cere-l tuturor', en: 'Ask everybody for it' },
  wantNoFactors: { ro: 'Nu-l mai cere', en: 'No longer ask for it' },
  factorsWanted: {
    ro: 'Al doilea factor este cerut tuturor',
    en: 'Everybody is asked for a second factor',
  },
  factorsNotWanted: {
    ro: 'Al doilea factor nu mai este cerut',
    en: 'A second factor is no longer required',
  },

  // For users who lose the phone.
  recoveryCodes: { ro: 'Coduri de rezervă', en: 'Recovery codes' },
  recoveryCodesAbout: {
    ro: 'Fiecare deschide contul o singură dată, în locul codului din aplicație. Nu se mai arată: tipărește-le sau notează-le acum.',
    en: 'Each opens your account once, instead of a code from the app. They are not shown again: print them or write them down now.',
  },
  recoveryCodesLeft: {
    ro: {
      one: 'A rămas un cod de rezervă.',
      few: 'Au rămas {count} coduri de rezervă.',
      other: 'Au rămas {count} de coduri de rezervă.',
    },
    en: { one: '1 recovery code is left.', other: '{count} recovery codes are left.' },
  },
  renewCodes: { ro: 'Coduri noi', en: 'New codes' },
  copyCodes: { ro: 'Copiază', en: 'Copy' },
  copied: { ro: 'Copiat', en: 'Copied' },
  kept: { ro: 'Le-am notat', en: 'I have kept them' },

  // Passkeys.
  passkeys: { ro: 'Chei de acces', en: 'Passkeys' },
  passkeysAbout: {
    ro: 'Intri cu amprenta, fața sau PIN-ul dispozitivului, fără parolă și fără cod.',
    en: 'Sign in with your device’s fingerprint, face or PIN, without a password and without a code.',
  },
  noPasskeys: { ro: 'Nicio cheie de acces', en: 'There are no passkeys' },
  addPasskey: { ro: 'Adaugă o cheie de acces', en: 'Add a passkey' },
  passkeyName: { ro: 'Nume', en: 'Name' },
  passkeyNameAbout: {
    ro: 'După care o recunoști, de exemplu „Telefonul meu”.',
    en: 'So that you recognise it, for example “My phone”.',
  },
  passkeyNameExpected: { ro: 'Scrie un nume.', en: 'Enter a name.' },
  passkeyAdded: {
    ro: 'Cheia de acces {name} a fost adăugată',
    en: 'The passkey {name} has been added',
  },
  passkeyRemoved: {
    ro: 'Cheia de acces {name} a fost scoasă',
    en: 'The passkey {name} has been removed',
  },
  addedOn: { ro: 'Adăugată', en: 'Added' },
  lastUsed: { ro: 'Folosită ultima dată', en: 'Last used' },
  never: { ro: 'niciodată', en: 'never' },
  remove: { ro: 'Scoate', en: 'Remove' },
  removeTitle: { ro: 'Scoți cheia de acces {name}?', en: 'Remove the passkey {name}?' },
  removeConfirmation: {
    ro: 'Nu mai deschide contul. Dispozitivul o poate arăta în continuare; șterge-o și acolo.',
    en: 'It no longer opens your account. The device may still offer it; delete it there as well.',
  },
  noPasskeysHere: {
    ro: 'Acest browser nu are chei de acces la această adresă.',
    en: 'This browser offers no passkeys at this address.',
  },
})
