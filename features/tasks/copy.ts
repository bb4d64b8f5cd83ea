import { copy } from '#kit/contract/copy.ts'

export const say = copy({
  onLine: { ro: 'Linia {line}:', en: 'Line {line}:' },
  refusedRows: { ro: 'Descarcă rândurile refuzate', en: 'Download the refused rows' },
  refusedFirst: { ro: 'primele {count}', en: 'the first {count}' },
  refusedGone: {
    ro: 'Rândurile refuzate nu mai pot fi descărcate.',
    en: 'The refused rows can no longer be downloaded.',
  },

  // The tray in the top bar.
  tray: { ro: 'Importuri și exporturi', en: 'Imports and exports' },
  trayRunning: {
    ro: {
      one: 'Importuri și exporturi: {count} în lucru',
      few: 'Importuri și exporturi: {count} în lucru',
      other: 'Importuri și exporturi: {count} în lucru',
    },
    en: {
      one: 'Imports and exports: {count} in progress',
      other: 'Imports and exports: {count} in progress',
    },
  },
  everybody: { ro: 'Și ale celorlalți', en: 'Other people’s too' },
  nothing: { ro: 'Niciun import sau export', en: 'No imports or exports' },
  nothingWhy: {
    ro: 'Ce se pregătește pentru tine apare aici și poate fi descărcat șapte zile.',
    en: 'What is being prepared for you appears here, and can be downloaded for seven days.',
  },
  exportAnswers: { ro: 'Export de răspunsuri', en: 'Export of answers' },
  exportNotes: { ro: 'Export de note', en: 'Export of notes' },
  exportObservers: { ro: 'Export de observatori', en: 'Export of observers' },
  exportCounties: { ro: 'Export de județe', en: 'Export of counties' },
  exportStations: { ro: 'Export de secții', en: 'Export of stations' },
  importObservers: { ro: 'Import de observatori', en: 'Import of observers' },
  importCounties: { ro: 'Import de județe', en: 'Import of counties' },
  importPlan: { ro: 'Import de plan', en: 'Import of the plan' },
  importAreas: { ro: 'Import de locuri', en: 'Import of areas' },
  importStations: { ro: 'Import de secții', en: 'Import of stations' },
  queued: { ro: 'Așteaptă', en: 'Waiting' },
  isRunning: { ro: 'În lucru', en: 'In progress' },
  done: { ro: 'Gata', en: 'Done' },
  failed: { ro: 'Nu a reușit', en: 'Failed' },
  isCancelled: { ro: 'Oprit', en: 'Stopped' },
  progress: { ro: '{done} din {total}', en: '{done} of {total}' },
  stop: { ro: 'Oprește', en: 'Stop' },
  stopOf: { ro: 'Oprește: {name}', en: 'Stop: {name}' },
  download: { ro: 'Descarcă', en: 'Download' },
  downloadOf: { ro: 'Descarcă {file}', en: 'Download {file}' },
  added: { ro: 'adăugate: {count}', en: 'added: {count}' },
  changed: { ro: 'modificate: {count}', en: 'changed: {count}' },
  unchanged: { ro: 'neschimbate: {count}', en: 'unchanged: {count}' },
  refused: { ro: 'refuzate: {count}', en: 'refused: {count}' },
  expired: {
    ro: 'Fișierul a fost șters după șapte zile.',
    en: 'The file was deleted after seven days.',
  },
  ready: { ro: '{name}: gata de descărcat', en: '{name}: ready to download' },
  notDone: { ro: '{name}: nu a reușit', en: '{name}: failed' },
})
