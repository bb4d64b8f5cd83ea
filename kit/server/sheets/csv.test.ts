import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Cell } from '#kit/contract/column.ts'
import { readCsv, writeCsv } from './csv.ts'

const read = (text: string | Uint8Array) =>
  readCsv('a.csv', typeof text === 'string' ? Buffer.from(text) : text)
const written = async (rows: readonly (readonly Cell[])[], separator: ',' | ';' = ',') => {
  const each = async function* () {
    yield rows
  }
  return buffer(writeCsv({ name: 'Sheet', headings: ['A', 'B'], batches: each }, separator))
}

test.each([
  ['UTF-8', Buffer.from('Nume\nȘtefan Țuțea\n')],
  ['UTF-8 with a mark', Buffer.from('\uFEFFNume\nȘtefan Țuțea\n')],
  ['UTF-16, as Excel calls Unicode text', Buffer.from('\uFEFFNume\nȘtefan Țuțea\n', 'utf16le')],
  ['UTF-16 without a mark', Buffer.from('Nume\nȘtefan Țuțea\n', 'utf16le')],
  ['UTF-16 of the other end', Buffer.from('\uFEFFNume\nȘtefan Țuțea\n', 'utf16le').swap16()],
  ['the same without a mark', Buffer.from('Nume\nȘtefan Țuțea\n', 'utf16le').swap16()],
  [
    'UTF-8 after a line that says what separates',
    Buffer.from('\uFEFFsep=;\r\nNume\r\nȘtefan Țuțea\r\n'),
  ],
  ['Windows-1250', Buffer.from('Nume\r\n\xaatefan \xdeu\xfeea\r\n', 'latin1')],
])('decodes a file in %s', async (_what, bytes) => {
  expect(await read(bytes)).toMatchObject({
    file: 'a.csv',
    headings: ['Nume'],
    rows: [{ line: expect.any(Number), cells: ['Ștefan Țuțea'] }],
  })
})

test('obeys a first line that names the separator, and leaves it uncounted as spreadsheets do', async () => {
  const { headings, rows } = await read('sep=;\nA,1;B\nx,y;z\n')

  expect(headings).toEqual(['A,1', 'B'])
  expect(rows).toEqual([{ line: 2, cells: ['x,y', 'z'] }])
})

test.each([
  ['Windows-1251, with letters where Windows-1250 has none', '\xcf\xf0\xe8\xe2\xe5\xf2 \x90\x98'],
  ['Windows-1251: Привет мир', '\xcf\xf0\xe8\xe2\xe5\xf2 \xec\xe8\xf0'],
  ['Windows-1251: Ion Popa, Иван', 'Ion Popa\n\xc8\xe2\xe0\xed'],
  ['KOI8-R: Иван Петров', '\xe9\xd7\xc1\xce \xf0\xc5\xd4\xd2\xcf\xd7'],
  ['ISO 8859-2: Łódź, Święty', '\xa3\xf3d\xbc, \xa6wi\xeaty'],
  ['DOS 852: Ștefan Țuțea', '\xb8tefan \xddu\xeeea'],
  ['Windows-1253: Νίκος Παππάς', '\xcd\xdf\xea\xef\xf2 \xd0\xe1\xf0\xf0\xdc\xf2'],
])('refuses a file with letters in %s', async (_what, name) => {
  const foreign = Buffer.from(`Name\n${name}\n`, 'latin1')

  await expect(read(foreign)).rejects.toMatchObject({ fault: { code: 'file.letters' } })
})

test.each([
  ['Polish', '\xa3\xf3d\x9f \xbf\xf3\xb3ty', 'Łódź żółty'],
  ['Hungarian', 'Gy\xf5r \xdajp\xe9teri', 'Győr Újpéteri'],
  ['Czech', 'P\xf8\xedli\x9a \x9elu\x9dou\xe8k\xfd', 'Příliš žluťoučký'],
  ['English with a dash and an apostrophe', 'O\x92Neil \x96 5', 'O’Neil – 5'],
  ['Romanian of two letters', 'a \xdei \xeen \x84x', 'a Ți în „x'],
  [
    'Romanian with signs, and two words run together',
    '\xb15 \xbai 2\xd73 Ion\xaatefan',
    '±5 și 2×3 IonȘtefan',
  ],
  ['German', 'M\xfcller Gro\xdf', 'Müller Groß'],
])('reads Windows-1250 in %s unchanged', async (_what, bytes, name) => {
  expect((await read(Buffer.from(`Name\n${bytes}\n`, 'latin1'))).rows).toMatchObject([
    { cells: [name] },
  ])
})

test('reads French from a spreadsheet as Windows-1252', async () => {
  const bytes = Buffer.from(
    'Nom;Lieu\nAndr\xe9 Lo\xefc;Gen\xe8ve, for\xeat \xe0 c\xf4t\xe9\n',
    'latin1',
  )

  expect(await read(bytes)).toMatchObject({
    letters: 'Windows-1252',
    rows: [{ cells: ['André Loïc', 'Genève, forêt à côté'] }],
  })
})

test.each([
  ['H\xe9l\xe8ne B\x9cuf', 'Hélène Bœuf'],
  ['L\x92H\xf4pital, Gen\xe8ve', 'L’Hôpital, Genève'],
  ['Ana\xefs Br\xfbl\xe9, C\x8cUR', 'Anaïs Brûlé, CŒUR'],
])('reads French with œ, û and ’ as Windows-1252: %s', async (bytes, name) => {
  const { rows } = await read(Buffer.from(`Nom;Lieu\n${bytes};x\n`, 'latin1'))

  expect(rows[0]?.cells[0]).toBe(name)
})

test.each([
  ['Polish', 'Ka\x9cka Gaw\xeada', 'Kaśka Gawęda'],
  ['Hungarian', 'Sz\xfbcs Gy\xfbr\xfb, Kova\xe8', 'Szűcs Gyűrű, Kovač'],
])('reads a few letters of Windows-1250 in %s unchanged', async (_what, bytes, name) => {
  const { rows } = await read(Buffer.from(`Nume;Loc\n${bytes};x\n`, 'latin1'))

  expect(rows[0]?.cells[0]).toBe(name)
})

test('reports the separator and the encoding of a file', async () => {
  expect(await read('A;B\n')).toMatchObject({ separator: ';', letters: 'UTF-8' })
  expect(await read('A\tB\n\xe3\n')).toMatchObject({ separator: '\t' })
  expect(await read('A|B|C\nAiud, Alba|2|x\n')).toMatchObject({
    separator: '|',
    rows: [{ cells: ['Aiud, Alba', '2', 'x'] }],
  })
  expect(await read(Buffer.from('A,B\n\xe3x,1\n', 'latin1'))).toMatchObject({
    separator: ',',
    letters: 'Windows-1250',
  })
})

test.each([
  ['quoted headings of several lines', '"Nume\nși prenume";"Telefon, fix";PIN\na;b;c\n'],
  ['empty lines before its head', '\n\n  \nNume;Telefon;PIN\na;b;c\n'],
  ['a title above its head', 'Observatori, Cluj, turul 1\n\nNume;Telefon;PIN\na;b;c\n'],
  ['a mark, and a quoted heading', '\uFEFF"Nume, prenume";Telefon;PIN\na;b;c\n'],
])('detects the separator of a file with %s', async (_what, text) => {
  const { separator, rows } = await read(text)

  expect(separator).toBe(';')
  expect(rows.at(-1)?.cells).toEqual(['a', 'b', 'c'])
})

test('numbers rows as a spreadsheet shows them, with blank rows and cells of several lines', async () => {
  const { rows } = await read('A,B\n\n"1\n2",x\n,\n3,"\n"\n4,y,and more\n')

  expect(rows).toEqual([
    { line: 3, cells: ['1\n2', 'x'] },
    { line: 5, cells: ['3', '\n'] },
    { line: 6, cells: ['4', 'y', 'and more'] },
  ])
})

test.each<[string, string, number]>([
  ['that opens a cell and does not close', '"Ion;0722;1234', 0],
  ['that opens the last cell and does not close', 'Ion;0722;"1234', 2],
  ['at the end of a cell', 'Ion;0722";1234', 1],
  ['within a cell', 'Ion;07"22;1234', 1],
  ['within a cell, and its match', 'Ion "Nelu" Pop;0722;1234', 0],
  ['after a cell that closed', '"Ion" Pop;0722;1234', 0],
  ['in a cell after another of several lines', '"Ion\nPop";"0722;1234', 1],
  ['alone', 'Ion;";1234', 1],
])('limits the damage of a stray quotation mark %s to its own row', async (_what, wrong, place) => {
  const lines = ['Nume;Telefon;PIN', 'Ana;1;2', wrong, 'Ema;"3";4', '"Eva";5;6', '']
  const { rows } = await read(lines.join('\r\n'))

  expect(rows.map(({ line, stray }) => [line, stray])).toEqual([
    [2, undefined],
    [3, place],
    [4, undefined],
    [5, undefined],
  ])
  expect(rows.slice(2).map(({ cells }) => cells)).toEqual([
    ['Ema', '3', '4'],
    ['Eva', '5', '6'],
  ])
})

test('limits stray quotation marks in two rows to these, sparing the row between', async () => {
  const { rows } = await read('A;B;C\n"Ion;1;2\nAna;3;4\nEma;5";6\nEva;7;8\n')

  expect(rows.map(({ cells, stray }) => [cells[0], stray])).toEqual([
    ['"Ion', 0],
    ['Ana', undefined],
    ['Ema', 1],
    ['Eva', undefined],
  ])
})

test('limits stray quotation marks to their two rows when the cells add up', async () => {
  const { rows } = await read('A;B;C;D\nIon;1;"x;2\nAna;3;4;5\nEma;5;y";6\nEva;7;8;9\n')

  expect(rows.map(({ cells, stray }) => [cells[0], stray])).toEqual([
    ['Ion', 2],
    ['Ana', undefined],
    ['Ema', 2],
    ['Eva', undefined],
  ])
})

test('keeps an address of several lines with commas in a single cell', async () => {
  const text = 'A,B,C\nCJ,1,"Str. Lungă\nnr. 2, bl. 3, sc. B"\nAB,2,"Sat X\nComuna Y, nr. 1"\n'

  expect((await read(text)).rows.map(({ cells }) => cells[2])).toEqual([
    'Str. Lungă\nnr. 2, bl. 3, sc. B',
    'Sat X\nComuna Y, nr. 1',
  ])
})

test('reads doubled quotation marks as text', async () => {
  const { rows } = await read('A;B\n"Liceul ""Unirea""";2\n"""";3\n')

  expect(rows.map(({ cells }) => cells[0])).toEqual(['Liceul "Unirea"', '"'])
})

test('rows below a stray quotation mark keep their numbers and cells', async () => {
  const good = fc.array(fc.constantFrom('a', '', 'b c', '"q"'), { minLength: 2, maxLength: 2 })
  const bad = fc.constantFrom('"a;b;c', 'a";b;c', 'a;b;"c')
  await fc.assert(
    fc.asyncProperty(fc.array(good), bad, async (above, wrong) => {
      const before = above.map((cells) => `x;${cells.join(';')}\n`).join('')
      const { rows } = await read(`A;B;C\n${before}${wrong}\nlast;1;2\n`)
      const spoilt = rows.filter(({ stray }) => stray !== undefined)
      expect(spoilt).toMatchObject([{ line: above.length + 2 }])
      expect(rows.at(-1)).toEqual({ line: above.length + 3, cells: ['last', '1', '2'] })
    }),
  )
})

test('decodes a multi-byte character split across two chunks', async () => {
  const name = 'ț'.repeat(50_001)

  const { rows } = await read(`A,B\nx,${name}\n`)

  expect(rows[0]?.cells[1]).toBe(name)
})

test('yields to other work while it reads a large file', async () => {
  let turns = 0
  const counting = setInterval(() => {
    turns += 1
  })

  await read(`A,B\n${'some,more\n'.repeat(200_000)}`).finally(() => clearInterval(counting))

  expect(turns).toBeGreaterThan(10)
})

const formulas = [
  '=1+1',
  '+40 722',
  '-1',
  '@SUM(A1)',
  "'=1+1",
  '\t=1',
  '\n=1',
  ' =1',
  '＝1',
  '＋1',
  '－1',
  '＠a',
]

test.each(formulas)('escapes the text %j against formulas, and reads it back', async (text) => {
  const file = await written([[text, 'x']])

  expect(file.toString().split('\r\n')[1]).toMatch(/^"?'/)
  expect((await read(file)).rows[0]?.cells[0]).toBe(text)
})

test('escapes every text that a spreadsheet takes for a formula, whatever precedes the sign', async () => {
  const before = fc.string({ unit: fc.constantFrom(' ', '\u00a0', "'", '\n', '\t', '') })
  const sign = fc.constantFrom('=', '+', '-', '@', '＝', '＋', '－', '＠', '\n', '\t')
  const text = fc
    .tuple(before, sign, fc.string({ unit: 'grapheme' }))
    .map((parts) => parts.join(''))

  await fc.assert(
    fc.asyncProperty(text, async (cell) => {
      const line = (await written([[cell, 'x']])).toString().slice('\uFEFFA,B\r\n'.length)
      expect(line).toMatch(/^"?\s*'/)
    }),
  )
})

test('writes numbers, moments, booleans and empty cells unquoted', async () => {
  const at = new Date('2026-11-22T07:30:00.500Z')

  const file = await written([
    [-1.5, at],
    [true, null],
  ])

  expect(file.toString()).toBe('\uFEFFA,B\r\n-1.5,2026-11-22 07:30:00\r\ntrue,\r\n')
})

test('reads every written table back unchanged', async () => {
  const cell = fc
    .oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('=1', "''+", '"', ' a ', 'a;b,c\n', '-'),
    )
    .map((text) => text.replace(/\r\n?/g, '\n'))
  // A row without any text is no row.
  const row = fc.tuple(cell, cell).map(([one, other]) => [`x${one}`, other])

  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { minLength: 1 }),
      fc.constantFrom(',' as const, ';' as const),
      async (rows, separator) => {
        const table = await read(await written(rows, separator))
        expect(table.rows.map(({ cells }) => cells)).toEqual(rows)
      },
    ),
  )
})

test('uses a decimal comma with semicolons, and a decimal point with commas', async () => {
  const row = [46.025, -0.5]
  expect(await read(await written([row], ';'))).toMatchObject({
    rows: [{ cells: ['46,025', '-0,5'] }],
  })
  expect(await read(await written([row], ','))).toMatchObject({
    rows: [{ cells: ['46.025', '-0.5'] }],
  })
})

test('stops reading with the error that interrupts it', async () => {
  const text = `A,B\n${'x,y\n'.repeat(20_000)}`
  let pieces = 0
  const stopped = new Error('Stopped')

  const reading = readCsv('a.csv', Buffer.from(text), async () => {
    pieces += 1
    throw stopped
  })

  await expect(reading).rejects.toBe(stopped)
  expect(pieces).toBe(1)
})
