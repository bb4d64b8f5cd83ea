import { expect, test } from 'vitest'
import { readElectionFiles } from '#apps/cli/election-files.ts'
import { type Files, folderOf } from '#testing/programs/load.ts'

const read = async (files: Files) => readElectionFiles(await folderOf(files))

/** The error messages of the load. */
const refusal = async (files: Files) =>
  read(files).then(
    () => 'nothing is wrong',
    (error: Error) => error.message,
  )

const counties = 'Code,Name\nAB,Alba\nCJ,Cluj\n'
const withOption = (question: object) =>
  JSON.stringify({ code: 'A', formSections: [{ code: 'A1', questions: [question] }] })

test.each<[string, Files, RegExp[]]>([
  ['no counties', { 'provinces.csv': 'Code,Name\n' }, [/^counties\.csv: is missing$/]],
  ['a column that is missing', { 'counties.csv': 'Code\nAB\n' }, [/^counties\.csv:1: name: /]],
  [
    'a row with more cells than headings, and which they are',
    { 'counties.csv': counties, 'observers.csv': 'Phone,Pin,Name\n0711 1,1234,Pop, Ion\n' },
    [/^observers\.csv:2: The row has 4 cells under 3 headings\. \(0711 1 │ 1234 │ Pop │ Ion\)$/],
  ],
  [
    'an empty name',
    { 'counties.csv': 'Code,Name\nAB,Alba\nCJ,  \n' },
    [/^counties\.csv:3: name: /],
  ],
  [
    'a code that occurs twice',
    { 'counties.csv': `${counties}AB,Iar Alba\n` },
    [/^counties\.csv:4: It is already on row 2\.$/],
  ],
  [
    'a count that is no number',
    { 'counties.csv': 'Code,Name,NumberOfPollingStations\nAB,Alba,multe\n' },
    [/^counties\.csv:2: stations: Must be a whole number$/],
  ],
  [
    'a parent that does not exist',
    {
      'counties.csv': 'Code,Name,ProvinceCode\nAB,Alba,X\n',
      'provinces.csv': 'Code,Name\nT,Transilvania\n',
    },
    [/^counties\.csv:2: X does not exist\. /],
  ],
  [
    'a station where there is no area',
    { 'counties.csv': counties, 'polling-stations.csv': 'CountyCode,Number\nAB,1\nXX,2\n' },
    [/^polling-stations\.csv:3: XX does not exist\. /],
  ],
  [
    'a station’s number that occurs twice, one that is none, one without an area',
    {
      'counties.csv': counties,
      'polling-stations.csv': 'CountyCode,Number\nAB,1\nAB,1\nAB,unu\n,4\n',
    },
    [/:3: It is already on row 2\./, /:4: number: /, /:5: county: /],
  ],
  [
    'a phone that occurs twice, however it is typed',
    {
      'counties.csv': counties,
      'observers.csv': 'Phone,Pin,Name\n0722 000 001,1111,Oana\n0722-000-001,2222,Radu\n',
    },
    [/^observers\.csv:3: The same phone is already on row 2\.$/],
  ],
  [
    'an observer without a phone, a pin, a name',
    {
      'counties.csv': counties,
      'observers.csv': 'Phone,Pin,Name\nfără,1111,A\n07,1,B\n08,1111,\n',
    },
    [/:2: phone: /, /:3: pin: /, /:4: name: /],
  ],
  [
    'a form that is no JSON',
    { 'counties.csv': counties, 'A.json': '{"code":' },
    [/^A\.json: .*JSON/],
  ],
  [
    'a type of question that does not exist',
    {
      'counties.csv': counties,
      'A.json': withOption({ code: 'A1.1', text: 'Da?', questionType: 7 }),
    },
    [/^A\.json: formSections\.0\.questions\.0\.questionType: /],
  ],
  [
    'an option that is no option',
    {
      'counties.csv': counties,
      'A.json': withOption({ code: 'A', text: 'Da?', questionType: 1, optionsToQuestions: ['Da'] }),
    },
    [/^A\.json: formSections\.0\.questions\.0\.optionsToQuestions\.0: /],
  ],
  [
    'two files with one form',
    {
      'counties.csv': counties,
      'A.json': withOption({ code: 'A1', text: 'Da?', questionType: 1 }),
      'B.json': withOption({ code: 'A1', text: 'Nu?', questionType: 1 }),
    },
    [/^B\.json: code: A is in A\.json already$/],
  ],
  [
    'facts that are none',
    { 'counties.csv': counties, 'election.json': '{"day":"mâine","timezone":"Europe/Cluj"}' },
    [/^election\.json: day: /, /^election\.json: timezone: /],
  ],
  [
    'names for more levels than there are',
    { 'counties.csv': counties, 'election.json': '{"levelNames":["Județ","Comună"]}' },
    [/^election\.json: levelNames: /],
  ],
  [
    'quotes that do not close',
    { 'counties.csv': 'Code,Name\nAB,"Alba\n' },
    [/^counties\.csv:2: name: /],
  ],
])('%s is named by file and line', async (_what, files, lines) => {
  const printed = (await refusal(files)).split('\n')

  expect(printed.sort()).toEqual(lines.map((line) => expect.stringMatching(line)))
})

test('finds headers below a title, and refuses rows by their line number', async () => {
  const title = 'Alegeri, turul 1\n\n'
  const titled = {
    'counties.csv': `${title}Code;Name;Note\nAB;Alba;x\n`,
    'polling-stations.csv': `${title}County;Number\nAB;1\n`,
    'observers.csv': `${title}Phone;Pin;Name\n0711 1;1234;Ion Pop\n`,
  }

  expect(await read(titled)).toMatchObject({
    places: { areas: [{ code: 'AB' }], stations: [{ number: 1 }] },
    observers: [{ name: 'Ion Pop' }],
    unread: ['counties.csv: Note'],
  })
  expect(await refusal({ ...titled, 'counties.csv': `${title}Code;Name\nAB;\n` })).toMatch(
    /^counties\.csv:4: name: /,
  )
})

test('counts rows as a spreadsheet does, with cells of several lines and empty rows', async () => {
  const csv = 'Code,Name\r\n\r\nAB,"Alba\r\nIulia"\r\n\r\nCJ,\r\n'

  expect(await refusal({ 'counties.csv': csv })).toMatch(/^counties\.csv:5: name: /)
})

const letters = 'Iași și Târgu-Mureș, țară'
/** The same, as Excel encodes it in Central Europe. */
const windows1250 = Buffer.from(
  [...`Code;Name\nIS;"${letters}"\n`].map((letter) => {
    const code = { ș: 0xba, ț: 0xfe, â: 0xe2, ă: 0xe3 }[letter]
    return code ?? letter.charCodeAt(0)
  }),
)

test.each([
  ['windows-1250 with semicolons', windows1250],
  ['UTF-8 with a mark', Buffer.from(`\uFEFFCode,Name\nIS,"${letters}"\n`)],
  ['tabs', Buffer.from(`Code\tName\nIS\t${letters}\n`)],
  [
    'other capitals, spaces, a column of its own and Windows’ line ends',
    Buffer.from(` NAME ,Id, code\r\n"${letters}",7, IS \r\n`),
  ],
])('reads a file with %s', async (_what, bytes) => {
  const { places } = await read({ 'counties.csv': bytes })

  expect(places.areas).toMatchObject([{ code: 'IS', name: letters }])
})

test('reads a form that a Windows editor has marked as UTF-8', async () => {
  const json = withOption({ code: 'A1', text: 'Da?', questionType: 1 })

  const { forms } = await read({ 'counties.csv': counties, 'A.json': `\uFEFF${json}` })

  expect(forms).toMatchObject([{ code: 'A' }])
})

test('never names an election after its folder', async () => {
  const { facts } = await read({ 'counties.csv': counties })

  expect(facts).toEqual({})
})
