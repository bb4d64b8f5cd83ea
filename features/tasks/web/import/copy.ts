import { copy } from '#kit/contract/copy.ts'

/** The sentences of all imports and copies. */
export const say = copy({
  // Choosing and checking a file.
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
  copyFrom: { ro: 'Din alegerile', en: 'From the election' },
  copyAct: { ro: 'Copiază', en: 'Copy' },
  allWrong: {
    ro: 'Niciun rând nu se potrivește: fiecare este refuzat, iar tabelul spune de ce.',
    en: 'No row fits: each is refused, and the table says why.',
  },
  allThere: {
    ro: 'Nu este nimic de făcut: ce se potrivește este deja aici.',
    en: 'There is nothing to do: what fits is here already.',
  },

  // The result.
  didAdd: {
    ro: {
      one: '{count} rând adăugat',
      few: '{count} rânduri adăugate',
      other: '{count} de rânduri adăugate',
    },
    en: { one: '{count} row added', other: '{count} rows added' },
  },
  didChange: {
    ro: {
      one: '{count} rând schimbat',
      few: '{count} rânduri schimbate',
      other: '{count} de rânduri schimbate',
    },
    en: { one: '{count} row changed', other: '{count} rows changed' },
  },
  didLeave: {
    ro: {
      one: '{count} rând neschimbat',
      few: '{count} rânduri neschimbate',
      other: '{count} de rânduri neschimbate',
    },
    en: { one: '{count} row unchanged', other: '{count} rows unchanged' },
  },
  didSkip: {
    ro: {
      one: '{count} rând greșit lăsat deoparte',
      few: '{count} rânduri greșite lăsate deoparte',
      other: '{count} de rânduri greșite lăsate deoparte',
    },
    en: { one: '{count} wrong row skipped', other: '{count} wrong rows skipped' },
  },
  importFailed: {
    ro: 'Fișierul nu a putut fi importat; nimic nu s-a schimbat',
    en: 'The file could not be imported; nothing was changed',
  },
  seeList: { ro: 'Vezi lista', en: 'See the list' },

  // The dry run.
  wouldDo: { ro: 'Ce ar face importul', en: 'What the import would do' },
  rowsAdded: {
    ro: { one: 'rând nou', few: 'rânduri noi', other: 'de rânduri noi' },
    en: { one: 'new row', other: 'new rows' },
  },
  rowsChanged: {
    ro: { one: 'rând schimbat', few: 'rânduri schimbate', other: 'de rânduri schimbate' },
    en: { one: 'changed row', other: 'changed rows' },
  },
  rowsUnchanged: {
    ro: { one: 'rând neschimbat', few: 'rânduri neschimbate', other: 'de rânduri neschimbate' },
    en: { one: 'unchanged row', other: 'unchanged rows' },
  },
  rowsWrong: {
    ro: { one: 'rând greșit', few: 'rânduri greșite', other: 'de rânduri greșite' },
    en: { one: 'wrong row', other: 'wrong rows' },
  },
  added: { ro: 'Nou', en: 'New' },
  changed: { ro: 'Schimbat', en: 'Changed' },
  unchanged: { ro: 'Neschimbat', en: 'Unchanged' },
  wrong: { ro: 'Greșit', en: 'Wrong' },
  fileColumns: { ro: 'Coloanele fișierului', en: 'The columns of the file' },
  fileColumnsWhy: {
    ro: 'Ce înseamnă fiecare coloană. Schimbă ce nu am recunoscut bine.',
    en: 'What each column means. Change what was not recognised.',
  },
  renames: {
    ro: {
      one: 'O persoană ar primi alt nume. Verifică la „Ce se schimbă” că este aceeași.',
      few: '{count} persoane ar primi alt nume. Verifică la „Ce se schimbă” că sunt aceleași.',
      other: '{count} de persoane ar primi alt nume. Verifică la „Ce se schimbă” că sunt aceleași.',
    },
    en: {
      one: 'One person would get another name. Check under “What changes” that it is the same person.',
      other:
        '{count} people would get another name. Check under “What changes” that they are the same people.',
    },
  },
  headerBelow: {
    ro: 'Titlurile coloanelor sunt pe linia {line} a fișierului. Ce stă deasupra nu se citește.',
    en: 'The headings are on line {line} of the file. The rows above them are not read.',
  },
  unreadColumns: {
    ro: 'Din fișier nu se importă: {columns}.',
    en: 'Not imported from the file: {columns}.',
  },
  guessedLetters: {
    ro: 'Literele fișierului au fost citite ca {letters}. Dacă numele arată ciudat, salvează-l ca UTF-8.',
    en: 'The file was read as {letters}. If names look wrong, save it as UTF-8.',
  },
  completed: {
    ro: {
      one: 'Un număr de telefon își primește înapoi zeroul tăiat de un program de calcul tabelar: {phones}',
      few: '{count} numere de telefon își primesc înapoi zeroul tăiat de un program de calcul tabelar: {phones}',
      other:
        '{count} de numere de telefon își primesc înapoi zeroul tăiat de un program de calcul tabelar: {phones}',
    },
    en: {
      one: 'One phone number gets its leading zero back, which a spreadsheet dropped: {phones}',
      other:
        '{count} phone numbers get their leading zero back, which a spreadsheet dropped: {phones}',
    },
  },
  completedPhone: { ro: '{from} → {to} (linia {line})', en: '{from} → {to} (line {line})' },
  importedAsIs: {
    ro: {
      one: 'Un rând este importat așa cum este.',
      few: '{count} rânduri sunt importate așa cum sunt.',
      other: '{count} de rânduri sunt importate așa cum sunt.',
    },
    en: {
      one: '1 row is imported unchanged.',
      other: '{count} rows are imported unchanged.',
    },
  },
  whatChanges: { ro: 'Ce se schimbă', en: 'What changes' },
  becomesSecret: { ro: 'se schimbă', en: 'changes' },
  nothing: { ro: 'nimic', en: 'nothing' },
  yes: { ro: 'da', en: 'yes' },
  no: { ro: 'nu', en: 'no' },
  columnNumber: { ro: 'Coloana {number}', en: 'Column {number}' },
  notRead: { ro: '– nu se citește –', en: '– not read –' },
  noColumn: {
    ro: 'Nicio coloană nu conține: {fields}. Alege mai jos coloana.',
    en: 'No column holds: {fields}. Choose the column below.',
  },
  twoColumns: {
    ro: 'Mai multe coloane conțin: {fields}. Lasă doar una.',
    en: 'Several columns hold: {fields}. Keep one of them.',
  },
  emptyFile: {
    ro: 'Fișierul este gol: pe primul rând trebuie să stea numele coloanelor.',
    en: 'The file is empty: its first row must name the columns.',
  },
  firstRows: { ro: 'Primele rânduri', en: 'The first rows' },
  unfit: {
    ro: 'Pare o listă de alt fel. Coloane citite: {readColumns} din {columns}. Rânduri care ar fi refuzate: {refused} din {rows}; care ar da alt nume la ce există: {renaming}.',
    en: 'This looks like another kind of list. {readColumns} of {columns} columns are read; of {rows} rows {refused} would be refused, and {renaming} would rename what exists.',
  },
  unfitConfirmed: { ro: 'Este lista potrivită', en: 'It is the right list' },
  doubtedRows: { ro: 'Rânduri de verificat', en: 'Rows to check' },
  wrongRows: { ro: 'Rânduri greșite', en: 'Wrong rows' },
  line: { ro: 'Linia', en: 'Line' },
  fate: { ro: 'Ce se întâmplă', en: 'What happens' },
  reason: { ro: 'De ce', en: 'Why' },
  wholeRow: { ro: 'Toate celulele rândului', en: 'All cells of the row' },
  downloadWrong: { ro: 'Descarcă rândurile greșite', en: 'Download the wrong rows' },
  noRows: { ro: 'Niciun rând', en: 'No rows' },
  skipWrong: {
    ro: 'Importă rândurile bune și lasă-le pe cele greșite',
    en: 'Import the good rows, skip the wrong ones',
  },

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
  recentImportsAbout: {
    ro: 'Pot fi anulate timp de șapte zile.',
    en: 'They can be undone for seven days.',
  },
  undoImportWhat: {
    ro: 'Ce a adăugat se șterge, ce a schimbat redevine cum era.',
    en: 'What it added is deleted, and what it changed becomes what it was.',
  },
  importAdded: { ro: 'Adăugări: {what}.', en: 'Added: {what}.' },
  importChanged: { ro: 'Modificări: {what}.', en: 'Changed: {what}.' },
  importRemoved: { ro: 'Ștergeri: {what}.', en: 'Deleted: {what}.' },
  importRestored: { ro: 'Din nou ca înainte: {what}.', en: 'As they were before: {what}.' },
  importKept: {
    ro: { one: 'Rămâne {count}:', few: 'Rămân {count}:', other: 'Rămân {count}:' },
    en: { one: '{count} stays:', other: '{count} stay:' },
  },
  whatStays: { ro: 'Ce rămâne și de ce', en: 'What stays, and why' },
  keptReported: { ro: 'are rapoarte', en: 'has reports' },
  keptEdited: { ro: 'are modificări făcute între timp', en: 'has been changed since' },
  andMore: {
    ro: { one: 'și încă unul', few: 'și încă {count}', other: 'și încă {count}' },
    en: { one: 'and one more', other: 'and {count} more' },
  },
})
