import { copy } from '#kit/contract/copy.ts'

export const say = copy({
  station: { ro: 'Despre secție', en: 'About the station' },
  writeReport: { ro: 'Scrie raportul', en: 'Write report' },
  byTelephone: { ro: 'la telefon, {clerk}, {time}', en: 'by telephone, {clerk}, {time}' },
  arrival: { ro: 'Sosire', en: 'Arrival' },
  departure: { ro: 'Plecare', en: 'Departure' },
  urbanArea: { ro: 'Mediu urban', en: 'Urban area' },
  femalePresident: { ro: 'Președintele secției este femeie', en: 'Female president' },
  numberOfVotersOnTheList: { ro: 'Alegători pe listă', en: 'Voters on the list' },
  numberOfCommissionMembers: { ro: 'Membri în comisie', en: 'Commission members' },
  numberOfFemaleMembers: { ro: 'Femei în comisie', en: 'Female members' },
  minPresentMembers: { ro: 'Cei mai puțini membri prezenți', en: 'Fewest members present' },
  chairmanPresence: { ro: 'Președinte prezent', en: 'Chairperson present' },
  singlePollingStationOrCommission: {
    ro: 'O singură secție sau comisie',
    en: 'Single station or commission',
  },
  adequatePollingStationSize: { ro: 'Spațiu potrivit', en: 'Adequate size' },
})
