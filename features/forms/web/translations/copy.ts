import { copy } from '#kit/contract/copy.ts'

export const say = copy({
  translations: { ro: 'Traduceri', en: 'Translations' },
  back: { ro: 'Înapoi la formular', en: 'Back to the form' },
  languages: { ro: 'Limbile formularului', en: 'Languages of the form' },
  own: { ro: 'Limba formularului: {language}', en: 'Language of the form: {language}' },
  changeOwn: { ro: 'Schimbă limba', en: 'Change the language' },
  add: { ro: 'Adaugă o limbă', en: 'Add a language' },
  tag: { ro: 'Limba', en: 'Language' },
  tagAbout: {
    ro: 'Codul limbii (BCP 47), de exemplu hu, uk sau pt-BR.',
    en: 'The code of the language (BCP 47), such as hu, uk or pt-BR.',
  },
  notTag: { ro: 'Acesta nu e codul unei limbi.', en: 'This is no code of a language.' },
  hasTag: { ro: 'Formularul are deja această limbă.', en: 'The form has this language already.' },
  cancel: { ro: 'Renunță', en: 'Cancel' },
  added: { ro: 'Limba {language} a fost adăugată', en: '{language} has been added' },
  remove: { ro: 'Șterge limba', en: 'Remove the language' },
  removed: { ro: 'Limba {language} a fost ștearsă', en: '{language} has been removed' },
  removedWhy: {
    ro: 'Traducerile se păstrează: revin dacă adaugi limba din nou.',
    en: 'Its translations are kept: they return when you add the language again.',
  },
  gone: {
    ro: 'Formularul nu mai are limba {language}. Ca să salvezi ce ai scris, adaug-o din nou.',
    en: 'The form no longer has the language {language}. To save what you typed, add it again.',
  },
  ownChanged: { ro: 'Limba formularului s-a schimbat', en: 'The language of the form has changed' },
  none: { ro: 'Formularul nu e tradus', en: 'The form is not translated' },
  noneWhy: {
    ro: 'Adaugă o limbă. Telefoanele setate pe ea vor arăta formularul tradus.',
    en: 'Add a language. Phones that are set to it will show the form translated.',
  },
  complete: { ro: 'Tradus complet', en: 'Fully translated' },
  missing: {
    ro: {
      one: 'lipsește un text din {total}',
      few: 'lipsesc {count} texte din {total}',
      other: 'lipsesc {count} de texte din {total}',
    },
    en: { one: '1 of {total} missing', other: '{count} of {total} missing' },
  },
  outdated: {
    ro: { one: 'unul depășit', few: '{count} depășite', other: '{count} depășite' },
    en: { one: '1 outdated', other: '{count} outdated' },
  },
  onlyOpen: { ro: 'Numai ce e de tradus', en: 'Only what is to be translated' },
  nothingOpen: { ro: 'Nu mai e nimic de tradus.', en: 'Nothing is left to translate.' },
  preview: { ro: 'Previzualizare', en: 'Preview' },
  download: { ro: 'Descarcă xlsx', en: 'Download xlsx' },
  publish: { ro: 'Publică', en: 'Publish' },
  publishWhy: {
    ro: 'Telefoanele primesc traducerile la următoarea publicare; titlul, imediat. Ce nu e tradus ori e depășit apare în limba formularului.',
    en: 'Phones get translations with the next publication, and the title at once. What is missing or outdated appears in the language of the form.',
  },
  form: { ro: 'Titlul formularului', en: 'Title of the form' },
  section: { ro: 'Secțiunea {code}', en: 'Section {code}' },
  question: { ro: 'Întrebarea {code}', en: 'Question {code}' },
  option: { ro: 'Varianta de la {code}', en: 'Option of {code}' },
  hint: { ro: '{part}, indicație', en: '{part}, hint' },
  into: { ro: '{part}, {language}', en: '{part}, {language}' },
  changedFrom: {
    ro: 'Textul s-a schimbat. La traducere era: {text}',
    en: 'The text has changed. When it was translated it was: {text}',
  },
  stillRight: { ro: 'E bună și acum', en: 'Still right' },
  theirs: { ro: 'Între timp un coleg a scris: {text}', en: 'Meanwhile a colleague wrote: {text}' },
  theirsEmpty: {
    ro: 'Între timp un coleg a șters textul.',
    en: 'Meanwhile a colleague cleared it.',
  },
  takeTheirs: { ro: 'Ia textul colegului', en: 'Take theirs' },
  keepMine: { ro: 'Păstrează textul tău', en: 'Keep mine' },
  conflicts: {
    ro: 'Un coleg a schimbat între timp aceleași texte. Nimic nu s-a salvat: alege la fiecare ce rămâne.',
    en: 'A colleague has changed the same texts meanwhile. Nothing is saved: choose what remains of each.',
  },
  filled: {
    ro: {
      one: 'Același text s-a completat încă o dată',
      few: 'Același text s-a completat în încă {count} locuri',
      other: 'Același text s-a completat în încă {count} de locuri',
    },
    en: {
      one: 'The same text was filled in once more',
      other: 'The same text was filled in {count} more times',
    },
  },
  unsaved: {
    ro: {
      one: 'o traducere nesalvată',
      few: '{count} traduceri nesalvate',
      other: '{count} de traduceri nesalvate',
    },
    en: { one: '1 unsaved translation', other: '{count} unsaved translations' },
  },
  allSaved: { ro: 'Totul e salvat', en: 'All is saved' },
  save: { ro: 'Salvează', en: 'Save' },
  saved: { ro: 'Traducerile sunt salvate', en: 'The translations are saved' },
  import: { ro: 'Importă xlsx', en: 'Import xlsx' },
  importTitle: { ro: 'Importă traduceri', en: 'Import translations' },
  fileAbout: {
    ro: 'Fișierul descărcat de aici, completat. Nu schimba prima coloană.',
    en: 'The file downloaded here, filled in. Leave its first column alone.',
  },
  notFile: {
    ro: 'Fișierul nu are coloanele celui descărcat de aici: key, code, textul, traducerea.',
    en: 'The file lacks the columns of the one downloaded here: key, code, the text, the translation.',
  },
  found: {
    ro: {
      one: 'O traducere diferă de cele de aici.',
      few: '{count} traduceri diferă de cele de aici.',
      other: '{count} de traduceri diferă de cele de aici.',
    },
    en: {
      one: '1 translation differs from those here.',
      other: '{count} translations differ from those here.',
    },
  },
  take: { ro: 'Preia în pagină', en: 'Take them over' },
  atRow: { ro: 'rândul {line}: {detail}', en: 'row {line}: {detail}' },
  unknown: { ro: 'Texte pe care formularul nu le are', en: 'Texts that the form does not have' },
  duplicate: { ro: 'Texte care apar a doua oară', en: 'Texts that come a second time' },
  long: {
    ro: 'Traduceri mai lungi de 1.000 de semne',
    en: 'Translations longer than 1,000 characters',
  },
  changed: {
    ro: 'Texte schimbate de la traducere; intră ca depășite',
    en: 'Texts that changed since; taken over as outdated',
  },
})
