import { copy } from '#kit/contract/copy.ts'

export const say = copy({
  statistics: { ro: 'Statistici', en: 'Statistics' },
  asOfNow: { ro: 'La zi, până la ultima trimitere', en: 'Up to date with the latest submission' },

  // The numbers that matter.
  figures: { ro: 'Pe scurt', en: 'At a glance' },
  reports: {
    ro: { one: 'raport', few: 'rapoarte', other: 'de rapoarte' },
    en: { one: 'report', other: 'reports' },
  },
  flaggedReports: {
    ro: 'cu răspunsuri semnalate, din {count}',
    en: 'with flagged answers, of {count}',
  },
  since: {
    ro: {
      one: 'trimitere de la {time}',
      few: 'trimiteri de la {time}',
      other: 'de trimiteri de la {time}',
    },
    en: { one: 'submission since {time}', other: 'submissions since {time}' },
  },
  lately: { ro: 'trimiteri recente', en: 'recent submissions' },
  observers: {
    ro: { one: 'observator', few: 'observatori', other: 'de observatori' },
    en: { one: 'observer', other: 'observers' },
  },

  // The last hours.
  trend: { ro: 'Ultimele 12 ore', en: 'The last 12 hours' },
  quarter: { ro: 'Sfertul de oră', en: 'Quarter of an hour' },
  trendReports: { ro: 'Trimiteri', en: 'Submissions' },
  trendFlagged: { ro: 'Răspunsuri semnalate', en: 'Flagged answers' },

  // The cards.
  observersTitle: { ro: 'Observatori pe județe', en: 'Observers by county' },
  observersAbout: {
    ro: 'Județele cu cei mai mulți observatori care au raportat',
    en: 'Counties with the most observers who have reported',
  },
  countiesTitle: { ro: 'Nereguli pe județe', en: 'Irregularities by county' },
  countiesAbout: {
    ro: 'Județele cu cele mai multe răspunsuri semnalate, și partea lor din răspunsuri',
    en: 'Counties with the most flagged answers, and their share of answers',
  },
  stationsTitle: { ro: 'Nereguli pe secții', en: 'Irregularities by station' },
  stationsAbout: {
    ro: 'Secțiile cu cele mai multe răspunsuri semnalate, și partea lor din răspunsuri',
    en: 'Stations with the most flagged answers, and their share of answers',
  },
  openingCountiesTitle: { ro: 'Deschidere, pe județe', en: 'Opening, by county' },
  openingStationsTitle: { ro: 'Deschidere, pe secții', en: 'Opening, by station' },
  openingAbout: {
    ro: 'Răspunsuri semnalate la deschiderea secțiilor, și partea lor din răspunsuri',
    en: 'Flagged answers about the opening of stations, and their share of answers',
  },
  countingCountiesTitle: { ro: 'Numărare, pe județe', en: 'Counting, by county' },
  countingStationsTitle: { ro: 'Numărare, pe secții', en: 'Counting, by station' },
  countingAbout: {
    ro: 'Răspunsuri semnalate la numărarea voturilor, și partea lor din răspunsuri',
    en: 'Flagged answers about the counting of votes, and their share of answers',
  },

  // What a downloaded chart says of itself.
  ofElection: { ro: '{election} · la {asOf}', en: '{election} · as of {asOf}' },
  fromReports: {
    ro: 'Sursa: observatorii, prin Veghe ({host}) · n = {count}',
    en: 'Source: observers, through Veghe ({host}) · n = {count}',
  },
  election: { ro: 'Alegeri', en: 'Election' },
  asOf: { ro: 'La data', en: 'As of' },
  reportsOf: { ro: 'Rapoartele din {county}', en: 'Reports of {county}' },

  // Of verified reports.
  verifiedOnly: { ro: 'Doar rapoarte verificate', en: 'Verified reports only' },
  counted: { ro: 'Se numără', en: 'Counted' },

  // A card, and its whole list.
  completeList: { ro: 'Vezi lista completă', en: 'See complete list' },
  completeListOf: { ro: 'Vezi lista completă: {title}', en: 'See complete list: {title}' },
  ownPage: { ro: 'Deschide ca pagină', en: 'Open as a page' },
  place: { ro: 'Locul', en: 'Place' },
  name: { ro: 'Nume', en: 'Name' },
  number: { ro: 'Număr', en: 'Number' },
  ofAnswers: { ro: 'Din răspunsuri', en: 'Of answers' },
  flaggedPercent: { ro: 'Semnalate (%)', en: 'Flagged (%)' },

  province: { ro: 'Provincie', en: 'Province' },
  countyCode: { ro: 'Codul județului', en: 'County code' },
  address: { ro: 'Adresa secției', en: 'Address' },
  shownOf: { ro: '{shown} din {total}', en: '{shown} of {total}' },
  more: { ro: 'Arată mai multe', en: 'Load more' },
  close: { ro: 'Închide', en: 'Close' },
  backToAll: { ro: 'Toate statisticile', en: 'All statistics' },
  noSuchCard: { ro: 'Nu există o astfel de statistică', en: 'There is no such statistic' },
  nothingYet: { ro: 'Încă nu e nimic de numărat', en: 'There is nothing to count yet' },
  nothingYetWhy: {
    ro: 'Cifrele apar aici singure, de îndată ce un observator trimite ceva.',
    en: 'Figures appear here as soon as an observer sends something.',
  },
  someFailed: {
    ro: {
      one: 'O statistică nu s-a putut încărca.',
      few: '{count} statistici nu s-au putut încărca.',
      other: '{count} de statistici nu s-au putut încărca.',
    },
    en: {
      one: '1 card could not be loaded.',
      other: '{count} cards could not be loaded.',
    },
  },
  retry: { ro: 'Încearcă din nou', en: 'Try again' },

  // Coverage and participation.
  coverage: { ro: 'Acoperirea secțiilor', en: 'Coverage of stations' },
  coverageAbout: {
    ro: 'Secțiile deschise la care este repartizat cineva, și cele la care a ajuns cineva',
    en: 'Open stations with an assigned observer, and those with a visit',
  },
  participation: { ro: 'Participarea la termene', en: 'Participation by milestone' },
  participationAbout: {
    ro: 'Ce s-a făcut din ce se așteaptă; partea făcută este din cei care nu sunt motivați',
    en: 'What is done of what is expected; the share is of those who are not excused',
  },
  coverageTitle: { ro: 'Acoperire și participare', en: 'Coverage and participation' },
  coverageCount: {
    ro: {
      one: '{covered} din {stations} secție acoperită, {met} din ele vizitate, {visited} vizitate în toate',
      few: '{covered} din {stations} secții acoperite, {met} din ele vizitate, {visited} vizitate în toate',
      other:
        '{covered} din {stations} de secții acoperite, {met} din ele vizitate, {visited} vizitate în toate',
    },
    en: {
      one: '{covered} of {stations} station covered, {met} of them visited, {visited} visited in all',
      other:
        '{covered} of {stations} stations covered, {met} of them visited, {visited} visited in all',
    },
  },
  allCounties: { ro: 'Toate județele', en: 'All counties' },
  area: { ro: 'Loc', en: 'Area' },
  code: { ro: 'Cod', en: 'Code' },
  stations: { ro: 'Secții', en: 'Stations' },
  met: { ro: 'Din ele vizitate', en: 'Of these visited' },
  metPercent: { ro: 'Din ele vizitate (%)', en: 'Of these visited (%)' },
  ofTarget: {
    ro: {
      one: 'Cifrele sunt din ținta alegerilor: {count} secție.',
      few: 'Cifrele sunt din ținta alegerilor: {count} secții.',
      other: 'Cifrele sunt din ținta alegerilor: {count} de secții.',
    },
    en: {
      one: 'Figures are of the target of the election: {count} station.',
      other: 'Figures are of the target of the election: {count} stations.',
    },
  },
  covered: { ro: 'Acoperite', en: 'Covered' },
  coveredPercent: { ro: 'Acoperite (%)', en: 'Covered (%)' },
  visited: { ro: 'Vizitate', en: 'Visited' },
  visitedPercent: { ro: 'Vizitate (%)', en: 'Visited (%)' },
  uncovered: { ro: 'Fără observator', en: 'Without an observer' },
  planOf: { ro: 'Planul din {name}', en: 'The plan of {name}' },
  milestone: { ro: 'Termen', en: 'Milestone' },
  allMilestones: { ro: 'Toate termenele', en: 'All milestones' },
  organisation: { ro: 'Organizație', en: 'Organisation' },
  allOrganisations: { ro: 'Toate organizațiile', en: 'All organisations' },
  dueBy: { ro: 'Până la', en: 'Due by' },
  expected: { ro: 'Așteptate', en: 'Expected' },
  done: { ro: 'Făcute', en: 'Done' },
  inPart: { ro: 'Parțial', en: 'In part' },
  late: { ro: 'Întârziate', en: 'Late' },
  excused: { ro: 'Motivate', en: 'Excused' },
  doneShare: { ro: 'Partea făcută', en: 'Share done' },
  donePercent: { ro: 'Făcute (%)', en: 'Done (%)' },
  noStations: { ro: 'Aici nu sunt secții', en: 'There are no stations here' },
  toPlaces: { ro: 'Adaugă secții', en: 'Add stations' },
  nothingOwed: { ro: 'Aici încă nu se așteaptă nimic', en: 'Nothing is expected here yet' },
  nothingOwedWhy: {
    ro: 'Participarea urmează din plan și din termene: cine este la ce secție, și ce se așteaptă până când.',
    en: 'Participation follows from plan and milestones: who is at which station, and what is expected by when.',
  },
  toPlan: { ro: 'Deschide planul', en: 'Open the plan' },
  export: { ro: 'Exportă', en: 'Export' },
  coverageWorkbook: { ro: 'Acoperirea (Excel)', en: 'Coverage (Excel)' },
  coverageCsv: { ro: 'Acoperirea (CSV)', en: 'Coverage (CSV)' },
  participationWorkbook: { ro: 'Participarea (Excel)', en: 'Participation (Excel)' },
  participationCsv: { ro: 'Participarea (CSV)', en: 'Participation (CSV)' },
  noSuchMilestone: { ro: 'Acest termen nu există', en: 'There is no such milestone' },
})
