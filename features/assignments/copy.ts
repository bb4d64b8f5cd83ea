import { copy } from '#kit/contract/copy.ts'

export const say = copy({
  plan: { ro: 'Plan', en: 'Plan' },
  observer: { ro: 'Observator', en: 'Observer' },
  phone: { ro: 'Telefon', en: 'Phone' },
  ngo: { ro: 'Organizație', en: 'Organisation' },
  countyCode: { ro: 'Cod județ', en: 'County code' },
  areaCode: { ro: 'Cod localitate', en: 'Municipality code' },
  stationNumber: { ro: 'Număr secție', en: 'Station number' },
  from: { ro: 'De la', en: 'From' },
  until: { ro: 'Până la', en: 'Until' },
  isMobile: { ro: 'Echipă mobilă', en: 'Mobile team' },

  phoneExpected: {
    ro: 'Telefonul trebuie să fie al unui observator.',
    en: 'The phone has to be an observer’s.',
  },
  codeExpected: {
    ro: 'Codul lipsește sau este prea lung.',
    en: 'The code is missing or too long.',
  },
  numberExpected: {
    ro: 'Numărul secției trebuie să fie un număr întreg.',
    en: 'The station number has to be a whole number.',
  },
  momentExpected: {
    ro: 'Trebuie o zi și o oră, de exemplu 2026-11-22 06:00.',
    en: 'It has to be a day and a time, such as 2026-11-22 06:00.',
  },
  flagExpected: { ro: 'Trebuie da sau nu.', en: 'It has to be yes or no.' },
  rowTwice: {
    ro: 'Repartizarea aceasta este și pe rândul {line}.',
    en: 'The same assignment is on line {line} as well.',
  },
  nobody: {
    ro: 'Niciun observator al organizației nu are telefonul {phone}.',
    en: 'No observer of the organisation has the phone {phone}.',
  },
  several: {
    ro: 'Telefonul {phone} poate fi al mai multora: {phones}.',
    en: 'The phone {phone} may be that of several: {phones}.',
  },
  noSuchStation: {
    ro: 'Secția {number} nu există în {code}.',
    en: 'There is no station {number} in {code}.',
  },
  endsEarly: { ro: 'Sfârșitul trebuie să fie după început.', en: 'It has to end after it begins.' },
})
