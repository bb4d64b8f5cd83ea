import { copy } from '#kit/contract/copy.ts'

/** Texts that appear above a page now and then: loaded after the first screen. */
export const say = copy({
  endsAt: {
    ro: 'Sesiunea se încheie la {time}. Ce ai scris rămâne dacă o prelungești.',
    en: 'Your session ends at {time}. What you have written is kept if you extend it.',
  },
  staySignedIn: { ro: 'Rămân autentificat', en: 'Stay signed in' },
  rightsLost: {
    ro: 'Ce poate face contul tău s-a schimbat între timp. Ce ai scris rămâne pe pagină până pleci de aici, dar s-ar putea să nu mai poată fi salvat: copiază ce îți trebuie.',
    en: 'What your account may do has changed in the meantime. What you have written stays on the page until you leave it, but it may be refused when you save: copy what you need.',
  },
  failedBefore: {
    ro: {
      one: 'Înainte să intri s-a încercat o parolă greșită la contul tău, la {from}.',
      few: 'Înainte să intri s-au încercat {count} parole greșite la contul tău, prima la {from}.',
      other:
        'Înainte să intri s-au încercat {count} de parole greșite la contul tău, prima la {from}.',
    },
    en: {
      one: 'Before you signed in, one wrong password was tried on your account, at {from}.',
      other:
        'Before you signed in, {count} wrong passwords were tried on your account, the first at {from}.',
    },
  },
  gotIt: { ro: 'Am înțeles', en: 'Got it' },
  guessing: { ro: 'Cineva încearcă să ghicească parole', en: 'Passwords are being guessed' },
  guessingHow: {
    ro: {
      one: 'În ultimele 5 minute, o autentificare nu a reușit,',
      few: 'În ultimele 5 minute, {count} autentificări nu au reușit,',
      other: 'În ultimele 5 minute, {count} de autentificări nu au reușit,',
    },
    en: {
      one: 'In the last 5 minutes {count} sign-in failed,',
      other: 'In the last 5 minutes {count} sign-ins failed,',
    },
  },
  guessingWhere: {
    ro: {
      one: 'dintr-o singură rețea.',
      few: 'din {count} rețele.',
      other: 'din {count} de rețele.',
    },
    en: { one: 'from one network.', other: 'from {count} networks.' },
  },
  reportsUnharmed: {
    ro: 'Rapoartele intră toate.',
    en: 'All reports are getting through.',
  },
  guessedAt: {
    ro: 'Cine a mai intrat de pe telefonul sau browserul lui poate intra; un telefon nou poate avea de așteptat sau trebuie deblocat.',
    en: 'Phones and browsers that were signed in before can sign in; a new phone may have to wait, or be unlocked.',
  },
  reportsRefused: {
    ro: {
      one: 'O cerere a unui telefon a fost amânată; telefonul o trimite din nou.',
      few: '{count} cereri ale telefoanelor au fost amânate; telefoanele le trimit din nou.',
      other: '{count} de cereri ale telefoanelor au fost amânate; telefoanele le trimit din nou.',
    },
    en: {
      one: 'One request from a phone was postponed; the phone will send it again.',
      other: '{count} requests from phones were postponed; the phones will send them again.',
    },
  },
})
