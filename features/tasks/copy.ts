import { copy } from '#kit/contract/copy.ts'

export const say = copy({
  waiting: { ro: 'Așteaptă să înceapă', en: 'Waiting to start' },
  running: { ro: 'Se importă', en: 'Importing' },
  doneOf: {
    ro: {
      one: '{done} din {count} rând',
      few: '{done} din {count} rânduri',
      other: '{done} din {count} de rânduri',
    },
    en: { one: '{done} of {count} row', other: '{done} of {count} rows' },
  },
  cancel: { ro: 'Oprește importul', en: 'Stop the import' },
  importAnother: { ro: 'Importă alt fișier', en: 'Import another file' },
  cancelled: {
    ro: 'Importul a fost oprit. Nu s-a păstrat nimic din el.',
    en: 'The import was stopped. Nothing was kept.',
  },
  goOn: {
    ro: 'Poți pleca de pe pagină: importul continuă singur.',
    en: 'You can leave this page: the import continues by itself.',
  },
  import: { ro: 'Importă', en: 'Import' },
  listFile: { ro: 'Fișier Excel sau CSV', en: 'Excel or CSV file' },
  sheet: { ro: 'Foaia', en: 'Sheet' },
  template: { ro: 'Descarcă un model', en: 'Download a template' },
  onLine: { ro: 'Linia {line}:', en: 'Line {line}:' },
  refusedRows: { ro: 'Descarcă rândurile refuzate', en: 'Download the refused rows' },
  refusedFirst: { ro: 'primele {count}', en: 'the first {count}' },
  refusedGone: {
    ro: 'Rândurile refuzate nu mai pot fi descărcate.',
    en: 'The refused rows can no longer be downloaded.',
  },

  // Copying from another election.
  copyFrom: { ro: 'Din alegerile', en: 'From the election' },
  copyAllWrong: {
    ro: 'Niciun rând nu poate fi copiat: fiecare este refuzat, iar tabelul spune de ce.',
    en: 'No row can be copied: each is refused, and the table says why.',
  },
  copyAllThere: {
    ro: 'Nu este nimic de copiat: ce se potrivește este deja aici.',
    en: 'There is nothing to copy: what fits is here already.',
  },
  copyAct: { ro: 'Copiază', en: 'Copy' },

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

  // Undoing an import.
  recentImports: { ro: 'Importurile ultimelor șapte zile', en: 'Imports of the last seven days' },
  undoImport: { ro: 'Anulează importul', en: 'Undo import' },
  undoImportOf: { ro: 'Anulează importul: {file}', en: 'Undo import: {file}' },
  undoImportTitle: { ro: 'Anulezi importul {file}?', en: 'Undo the import {file}?' },
  importUndone: { ro: 'Anulat', en: 'Undone' },
  undoingImport: { ro: 'Se anulează importul', en: 'Undoing the import' },
  undoingBy: {
    ro: 'Anulat de {name}. Continuă și dacă închizi pagina.',
    en: 'Undone by {name}. It goes on even if you close the page.',
  },
  undoneBy: { ro: 'Anulat de {name}.', en: 'Undone by {name}.' },
  importKeptMore: {
    ro: { one: 'Și încă unul.', few: 'Și încă {count}.', other: 'Și încă {count}.' },
    en: { one: 'And 1 more.', other: 'And {count} more.' },
  },
})
