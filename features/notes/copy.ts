import { copy } from '#kit/contract/copy.ts'

export const say = copy({
  showNotes: {
    ro: { one: 'Arată nota', few: 'Arată {count} note', other: 'Arată {count} de note' },
    en: { one: 'Show note', other: 'Show {count} notes' },
  },
  hideNotes: {
    ro: { one: 'Ascunde nota', few: 'Ascunde notele', other: 'Ascunde notele' },
    en: { one: 'Hide note', other: 'Hide notes' },
  },
  more: { ro: 'mai mult', en: 'more' },
  less: { ro: 'mai puțin', en: 'less' },
  noText: { ro: 'Fără text', en: 'No text' },
  image: { ro: 'Fotografie la notă: {file}', en: 'Photograph of the note: {file}' },
  photographs: { ro: 'Fotografii', en: 'Photographs' },
  enlarge: { ro: 'Mărește fotografia {file}', en: 'Enlarge the photograph {file}' },
  original: { ro: 'Descarcă originalul', en: 'Download the original' },
  broken: {
    ro: 'Fotografia nu a putut fi arătată. Ce s-a trimis este păstrat și poate fi descărcat.',
    en: 'The photograph could not be shown. What was sent is kept and can be downloaded.',
  },
  notShown: {
    ro: 'O fotografie {kind} nu se poate arăta aici, dar poate fi descărcată.',
    en: '{kind} photographs cannot be shown here, but this one can be downloaded.',
  },
  missing: {
    ro: 'Fișierul lipsește sau nu este întreg. Spune-i celui care are grijă de server.',
    en: 'The file is missing or incomplete. Tell the administrator of the server.',
  },
  expected: { ro: 'fișierul cerut lipsește', en: 'expected file missing' },
  film: { ro: 'Film la notă: {file}', en: 'Film of the note: {file}' },
  sound: { ro: 'Înregistrare la notă: {file}', en: 'Recording of the note: {file}' },
  preparing: { ro: 'Se pregătește…', en: 'Being prepared…' },
  brokenFilm: {
    ro: 'Înregistrarea nu a putut fi redată. Ce s-a trimis este păstrat și poate fi descărcat.',
    en: 'The recording could not be played. What was sent is kept and can be downloaded.',
  },
  notPlayed: {
    ro: 'O înregistrare {kind} nu se poate reda aici, dar poate fi descărcată.',
    en: '{kind} recordings cannot be played here, but this one can be downloaded.',
  },
  ofIncident: { ro: 'Note', en: 'Notes' },
  incident: { ro: 'Incident', en: 'Incident' },
  makeIncident: { ro: 'Incident din notă', en: 'Incident from the note' },
  remove: { ro: 'Scoate nota: {name}', en: 'Take out the note: {name}' },
  takenOut: { ro: 'Nota a fost scoasă.', en: 'The note was taken out.' },
  backIn: { ro: 'Nota este înapoi.', en: 'The note is back.' },
  aboutStation: { ro: 'Despre secție', en: 'About the station' },
  aboutQuestion: { ro: '{form}, întrebarea {code}', en: '{form}, question {code}' },
  noNotes: { ro: 'Nicio notă', en: 'No notes' },
  noNotesWhy: {
    ro: 'Observatorul nu a scris nicio notă la această secție.',
    en: 'The observer wrote no notes at this station.',
  },
  flagged: { ro: 'Semnalat', en: 'Flagged' },
})
