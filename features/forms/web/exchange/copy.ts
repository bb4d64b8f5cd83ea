import { copy } from '#kit/contract/copy.ts'

export const say = copy({
  import: { ro: 'Importă', en: 'Import' },
  importTitle: { ro: 'Importă un formular', en: 'Import a form' },
  file: { ro: 'Fișierul', en: 'File' },
  fileAbout: {
    ro: 'Un XLSForm (.xlsx, ca la ODK, KoboToolbox sau Ona) ori un formular .json din vechiul sistem.',
    en: 'An XLSForm (.xlsx, as ODK, KoboToolbox or Ona use) or a .json form of the earlier system.',
  },
  notForm: {
    ro: 'Fișierul nu este un formular sau e prea mare. Un XLSForm are o foaie „survey”, cu coloana „type”. Un formular are cel mult {sections} de secțiuni, fiecare cu {questions} de întrebări, și {options} de variante la o întrebare.',
    en: 'The file is not a form, or is too large. An XLSForm has a sheet “survey” with a column “type”. A form has at most {sections} sections of {questions} questions each, and {options} options in a question.',
  },
  found: {
    ro: {
      one: 'Formularul are o întrebare.',
      few: 'Formularul are {count} întrebări.',
      other: 'Formularul are {count} de întrebări.',
    },
    en: { one: 'The form has 1 question.', other: 'The form has {count} questions.' },
  },
  allTaken: { ro: 'Tot ce spune fișierul se preia.', en: 'All that the file says is taken over.' },
  notStored: {
    ro: 'Încă nu s-a păstrat nimic: îl deschizi, îl citești și îl salvezi.',
    en: 'Nothing is stored yet: open it, read it and save it.',
  },
  open: { ro: 'Deschide formularul', en: 'Open the form' },
  cancel: { ro: 'Renunță', en: 'Cancel' },
  findings: { ro: 'Ce nu se preia întocmai', en: 'What is not taken over exactly' },
  atRow: { ro: '{sheet}, rândul {line}: {detail}', en: '{sheet}, row {line}: {detail}' },
  type: {
    ro: 'Rânduri de un fel pe care formularele de aici nu îl au; lipsesc',
    en: 'Rows of a type that forms here do not have; left out',
  },
  column: {
    ro: 'Celule fără corespondent aici; nu se preiau',
    en: 'Cells without a counterpart here; not taken over',
  },
  repeat: {
    ro: 'Grupuri care se repetă; aici se întreabă o singură dată',
    en: 'Groups that repeat; here they are asked once',
  },
  list: {
    ro: 'Variante fără listă și liste care lipsesc din fișier',
    en: 'Options without a list, and lists that the file lacks',
  },
  label: {
    ro: 'Rânduri fără text; numele îi ține locul',
    en: 'Rows without a text; their name is shown',
  },
  language: {
    ro: 'Limbi necunoscute; textele lor nu se preiau',
    en: 'Unknown languages; their texts are not taken over',
  },
  missing: {
    ro: 'Texte care lipsesc în limba formularului; s-au luat din altă limbă',
    en: 'Texts missing in the language of the form; taken from another language',
  },
  spoiled: {
    ro: 'Celule cu o eroare a foii de calcul ori cu o dată făcută din alt text; verifică-le',
    en: 'Cells with an error of the spreadsheet, or with a date that it made of another text; check them',
  },
  duplicate: {
    ro: 'Nume sau coloane care apar de două ori',
    en: 'Names or columns that come twice',
  },
  reference: {
    ro: 'Texte care pomenesc alt răspuns; rămân cum sunt scrise',
    en: 'Texts that mention another answer; they stay as written',
  },
  shortened: { ro: 'Texte prea lungi, scurtate', en: 'Texts that were too long; shortened' },
  sheet: { ro: 'Foi care nu se citesc', en: 'Sheets that are not read' },
  disabled: { ro: 'Rânduri dezactivate; lipsesc', en: 'Disabled rows; left out' },
  group: {
    ro: 'Grupuri care nu încep sau nu se încheie',
    en: 'Groups that do not begin or do not end',
  },
  versions: { ro: 'Versiuni', en: 'Versions' },
  versionsTitle: { ro: 'Versiunile formularului', en: 'Versions of the form' },
  noVersions: {
    ro: 'Formularul nu a fost încă publicat.',
    en: 'The form has not been published yet.',
  },
  oneVersion: {
    ro: 'Există o singură versiune: nu e ce compara.',
    en: 'There is only one version: nothing to compare.',
  },
  version: { ro: 'Versiunea {version}', en: 'Version {version}' },
  published: { ro: 'Publicată', en: 'Published' },
  answers: { ro: 'Răspunsuri', en: 'Answers' },
  from: { ro: 'De la', en: 'From' },
  to: { ro: 'La', en: 'To' },
  sameContent: {
    ro: 'Nu diferă în nimic.',
    en: 'They do not differ.',
  },
  partsMoved: { ro: 'Mutate', en: 'Moved' },
  partsTranslated: { ro: 'Traduse altfel', en: 'Translated differently' },
  translations: { ro: 'Traduceri', en: 'Translations' },
  print: { ro: 'Tipărește', en: 'Print' },
  paperStation: { ro: 'Județ, localitate, secția', en: 'County, municipality, station' },
  paperObserver: { ro: 'Observator', en: 'Observer' },
  paperTime: { ro: 'Data și ora', en: 'Date and time' },
  requiredMark: {
    ro: 'Întrebările cu * sunt obligatorii.',
    en: 'Questions with * are required.',
  },
  severalOptions: { ro: 'mai multe variante', en: 'several options' },
  beginFrom: { ro: 'Pornește de la un model', en: 'Start from a template' },
  fromElsewhere: { ro: 'Din altă alegere', en: 'From another election' },
  elsewhereTitle: { ro: 'Formulare din alte alegeri', en: 'Forms of other elections' },
  noneElsewhere: {
    ro: 'Alte alegeri nu au formulare.',
    en: 'Other elections have no forms.',
  },
  close: { ro: 'Închide', en: 'Close' },
  xlsForm: { ro: 'Descarcă XLSForm', en: 'Download XLSForm' },
})
