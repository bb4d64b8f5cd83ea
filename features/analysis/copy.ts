import { copy } from '#kit/contract/copy.ts'

export const say = copy({
  analysis: { ro: 'Analiza răspunsurilor', en: 'Analysis of answers' },
  form: { ro: 'Formular', en: 'Form' },
  noForms: { ro: 'Încă nu e publicat niciun formular', en: 'No form is published yet' },
  noForm: { ro: 'Acest formular nu există', en: 'There is no such form' },
  noQuestion: { ro: 'Această întrebare nu există', en: 'There is no such question' },
  back: { ro: 'Toate întrebările', en: 'All questions' },
  open: {
    ro: 'Pe județe, ore și organizații, cu texte',
    en: 'By county, hour and organisation, with texts',
  },
  openOf: {
    ro: 'Întrebarea {code} pe județe, ore și organizații, cu texte',
    en: 'Question {code} by county, hour and organisation, with texts',
  },
  answered: {
    ro: {
      one: 'un raport a răspuns',
      few: '{count} rapoarte au răspuns',
      other: '{count} de rapoarte au răspuns',
    },
    en: { one: '1 report answered', other: '{count} reports answered' },
  },
  withFile: { ro: 'Cu fișier', en: 'With a file' },
  flagged: { ro: 'semnalat', en: 'flagged' },
  gone: { ro: 'nu mai e în formular', en: 'no longer in the form' },
  reportsWith: {
    ro: 'Rapoartele cu răspunsul „{option}”',
    en: 'Reports with the answer “{option}”',
  },
  filterBy: {
    ro: 'Arată totul doar pentru rapoartele cu „{option}”',
    en: 'Filter all by the answer “{option}”',
  },

  // Numbers, dates and times.
  minimum: { ro: 'Minimum', en: 'Minimum' },
  lowerQuartile: { ro: 'Cuartila 1', en: 'Quartile 1' },
  median: { ro: 'Mediana', en: 'Median' },
  upperQuartile: { ro: 'Cuartila 3', en: 'Quartile 3' },
  maximum: { ro: 'Maximum', en: 'Maximum' },
  fromUntil: { ro: '{from} – sub {until}', en: '{from} – under {until}' },
  notRead: { ro: 'nu se poate citi', en: 'cannot be read' },
  unreadable: {
    ro: {
      one: 'un răspuns nu se poate citi',
      few: '{count} răspunsuri nu se pot citi',
      other: '{count} de răspunsuri nu se pot citi',
    },
    en: { one: '1 answer cannot be read', other: '{count} answers cannot be read' },
  },

  usual: {
    ro: 'Obișnuit: de la {below} la {above}',
    en: 'Usual: from {below} to {above}',
  },
  usualWhy: {
    ro: '1,5 × distanța dintre cuartile, după Tukey, 1977',
    en: '1.5 × the distance between the quartiles, after Tukey, 1977',
  },
  outliers: {
    ro: {
      one: 'o valoare neobișnuită',
      few: '{count} valori neobișnuite',
      other: '{count} de valori neobișnuite',
    },
    en: { one: '1 outlier', other: '{count} outliers' },
  },
  outliersTitle: { ro: 'Valori neobișnuite', en: 'Outliers' },
  medianOf: { ro: 'mediana {median}', en: 'median {median}' },

  // Pinned to the statistics.
  pinned: { ro: 'Întrebări fixate', en: 'Pinned questions' },
  pin: { ro: 'Fixează la statistici', en: 'Pin to statistics' },
  pinOf: { ro: 'Fixează întrebarea {code} la statistici', en: 'Pin question {code} to statistics' },
  unpin: { ro: 'Scoate de la statistici', en: 'Unpin' },
  unpinOf: { ro: 'Scoate întrebarea {code} de la statistici', en: 'Unpin question {code}' },
  isPinned: {
    ro: 'Întrebarea {code} apare la statistici, pentru toate conturile.',
    en: 'Question {code} is shown on the statistics page, to all accounts.',
  },
  isUnpinned: {
    ro: 'Întrebarea {code} nu mai apare la statistici.',
    en: 'Question {code} is no longer on the statistics page.',
  },
  pinnedAgain: { ro: 'Întrebarea este înapoi.', en: 'The question is back.' },

  // The filters.
  county: { ro: 'Județ', en: 'County' },
  organisation: { ro: 'Organizație', en: 'Organisation' },
  withAnswer: { ro: 'Cu răspunsul', en: 'With the answer' },

  // The breakdown.
  breakdown: { ro: 'Defalcare', en: 'Breakdown' },
  area: { ro: 'Pe județe', en: 'By county' },
  hour: { ro: 'Pe ore', en: 'By hour' },
  byOrganisation: { ro: 'Pe organizații', en: 'By organisation' },
  option: { ro: 'Răspuns', en: 'Answer' },
  nothingYet: { ro: 'Niciun raport nu a răspuns încă', en: 'No report has answered yet' },

  // The texts.
  texts: { ro: 'Textele observatorilor', en: 'Texts of observers' },
  search: { ro: 'Caută în texte', en: 'Search the texts' },
  noTexts: { ro: 'Niciun text', en: 'No texts' },

  // What a downloaded chart says.
  reports: { ro: 'Rapoarte', en: 'Reports' },
  percent: { ro: 'Din cele care au răspuns (%)', en: 'Of those that answered (%)' },
  isFlagged: { ro: 'Semnalat', en: 'Flagged' },
  yes: { ro: 'da', en: 'yes' },
  n: { ro: 'n', en: 'n' },
  source: { ro: 'Sursa', en: 'Source' },
  observers: { ro: 'observatorii, prin Veghe ({host})', en: 'observers, through Veghe ({host})' },
  narrowedTo: { ro: 'Filtre', en: 'Filters' },
  only: { ro: 'Doar: {filters}', en: 'Only: {filters}' },
})
