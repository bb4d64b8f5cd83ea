import { copy } from '#kit/contract/copy.ts'

export const say = copy({
  changeStation: { ro: 'Alege alta', en: 'Choose another' },
  findStation: { ro: 'Secție: județ, localitate, număr', en: 'Station: county, area, number' },
  addNumber: {
    ro: 'Scrie și numărul secției sau ceva din adresa ei.',
    en: 'Add the station’s number, or something of its address.',
  },
})
