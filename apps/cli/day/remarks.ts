/** Notes of observers about a station, with or without a photograph, and texts of answers. */
export type Remark = {
  readonly text: string
  /** Photographs that fit, by file name; one of them is sent now and then. */
  readonly pictures?: readonly string[]
}

export const remarks: readonly Remark[] = [
  {
    text: 'Coadă de aproximativ patruzeci de minute, spiritele sunt calme.',
    pictures: ['queue-1', 'queue-2'],
  },
  { text: 'Președintele a răspuns la toate întrebările noastre.' },
  {
    text: 'Un alegător a fotografiat buletinul; comisia a întocmit o notă.',
    pictures: ['booths-1', 'booths-2'],
  },
  {
    text: 'Două persoane fără ecuson au stat lângă urnă timp de zece minute.',
    pictures: ['box-1', 'box-2'],
  },
  {
    text: 'Secția s-a mutat față de adresa afișată; un anunț este pus pe ușă.',
    pictures: ['door-1', 'door-2'],
  },
  { text: 'Lista suplimentară depășește zece la sută din cei prezenți.' },
  {
    text: 'Lumina s-a întrerupt timp de cinci minute; urna a rămas la vedere.',
    pictures: ['box-2', 'box-3'],
  },
  {
    text: 'Afișe ale unui candidat la mai puțin de cincizeci de metri de intrare.',
    pictures: ['poster-1', 'poster-2'],
  },
  { text: 'Rampa pentru scaunul rulant este blocată de mașini parcate.', pictures: ['door-2'] },
  { text: 'Tableta a repornit de trei ori, votarea a stat câteva minute.' },
  {
    text: 'Cabinele sunt așezate prea aproape, se vede de la una la alta.',
    pictures: ['booths-1', 'booths-3'],
  },
  {
    text: 'Un microbuz a adus de două ori grupuri de alegători; am notat ora.',
    pictures: ['queue-2'],
  },
  { text: 'Urna mobilă a plecat la patru adrese, cu doi membri ai comisiei.', pictures: ['box-1'] },
  { text: 'Am primit copia procesului-verbal de la deschidere.', pictures: ['paper-1', 'paper-2'] },
  { text: 'Totul decurge în liniște, doi observatori ai partidelor sunt prezenți.' },
  { text: 'Comisia este completă, președinta conduce ferm și politicos.' },
  { text: 'O alegătoare nu s-a regăsit pe listă și a fost îndrumată la primărie.' },
  {
    text: 'Sigiliul urnei este întreg, am verificat împreună cu președintele.',
    pictures: ['box-3', 'box-1'],
  },
  {
    text: 'Ni s-a cerut să stăm pe hol; după o discuție am fost primiți în sală.',
    pictures: ['door-1'],
  },
  { text: 'La ghișeul doi nu se verifică fotografia din actul de identitate.' },
]

export const guestRemarks: readonly Remark[] = [
  { text: 'Calm and well organised; the chair explained every step to us.' },
  {
    text: 'The room is small, voters wait in the corridor and on the stairs.',
    pictures: ['queue-1'],
  },
  { text: 'A copy of the opening protocol is on display at the entrance.', pictures: ['paper-1'] },
  { text: 'Two police officers stood inside the room for about ten minutes.', pictures: ['box-2'] },
]

/** Texts for options that take one, by the code of the question. */
export const optionTexts: Readonly<Record<string, readonly string[]>> = {
  'A1.1': ['20 de minute', '35 de minute', 'o oră și zece minute'],
  'B1.1': [
    'perdeaua unei cabine nu se închide',
    'doi alegători au intrat în aceeași cabină',
    'se vede de la fereastră',
  ],
  'B1.3': [
    'un candidat a vizitat secția',
    'o echipă de televiziune a filmat',
    'ploaie puternică, puțini alegători',
  ],
  'B2.1': [
    'mi s-a cerut să stau pe hol',
    'nu am fost lăsat(ă) lângă urnă',
    'mi s-a refuzat vederea listei',
  ],
  'E1.2': ['one seal is broken', 'the box is behind a pillar'],
}
