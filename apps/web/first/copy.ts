import { copy } from '#kit/contract/copy.ts'

export const say = copy({
  first: { ro: 'Înainte de toate', en: 'Before anything else' },
  chooseFactor: { ro: 'Alege al doilea factor', en: 'Choose a second factor' },
  chooseFactorWhy: {
    ro: 'Organizatorii cer fiecărui cont, pe lângă parolă, un cod sau o cheie de acces. Pune una dintre ele, apoi mergi mai departe.',
    en: 'The organisers ask every account for a code or a passkey in addition to the password. Set one up, then continue.',
  },
  nothingOwed: { ro: 'Nu ai nimic de făcut aici.', en: 'There is nothing for you to do here.' },
})
