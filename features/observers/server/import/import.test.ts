import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { session } from '#features/session/contract.ts'
import { contents } from '#testing/calls/endpoints.ts'
import { type Person, phones, pins, stage } from '#testing/stage.ts'
import { observers } from '../../contract.ts'

const set = stage()

const fileOf = (text: string | Uint8Array) => [
  {
    name: 'observatori.csv',
    bytes: typeof text === 'string' ? new TextEncoder().encode(text) : text,
  },
]
const importing = (person: Person, text: string | Uint8Array, body: object = {}) =>
  person.call(observers.import, { body }, fileOf(text))
const checking = (person: Person, text: string | Uint8Array, body: object = {}) =>
  person.call(observers.checkImport, { body }, fileOf(text))
const names = async (person: Person) =>
  (await person.call(observers.list, { query: {} })).data.map(({ name }) => name)

test('adds the observers of a file, and returns their number', async () => {
  const { ana } = await set()

  const added = await importing(
    ana,
    'Name;Phone;Pin\nIoana Radu;0711 1;1234\nPetru Luca;0711 2;5678\n',
  )

  expect(added).toBe(2)
  expect((await ana.call(observers.list, { query: { name: 'Ioana' } })).data).toMatchObject([
    { name: 'Ioana Radu', phone: '0711 1' },
  ])
})

test('updates a known phone instead of adding it, and is idempotent', async () => {
  const { ana } = await set()
  const file = `Phone,Pin,Name\n${phones.bogdan},1111,Bogdan Popescu\n`

  expect(await importing(ana, file)).toBe(0)
  expect(await importing(ana, file)).toBe(0)

  expect((await ana.call(observers.list, { query: { number: phones.bogdan } })).data).toMatchObject(
    [{ name: 'Bogdan Popescu' }],
  )
  expect(await ana.call(observers.count)).toBe(3)
})

test('imports a list of observers with a title above its header', async () => {
  const { ana } = await set()
  const file = 'Observatori, 2024\n\nNume;Telefon;PIN\nIoana Radu;0711 1;1234\nPetru Luca;;5678\n'

  expect(await checking(ana, file)).toMatchObject({
    added: 1,
    headerLine: 3,
    wrong: [{ line: 5 }],
  })
  expect(await importing(ana, file, { skipInvalid: true })).toBe(1)
  expect((await ana.call(observers.list, { query: { name: 'Ioana' } })).totalItems).toBe(1)
})

test('refuses a file with wrong rows, reports lines and reasons, and stores nothing', async () => {
  const { ana } = await set()

  const refused = importing(
    ana,
    'Phone,Pin,Name\n0711 1,1234,Bun\n,1234,Fără telefon\n0711 1,12,Scurt\n',
  )

  await expect(refused).rejects.toMatchObject({
    code: 'import.refused',
    details: { rows: [{ line: 3 }, { line: 4, reason: expect.stringContaining('pin') }] },
  })
  expect(await ana.call(observers.count)).toBe(3)
})

test('imports only the good rows when asked to', async () => {
  const { ana } = await set()

  const added = await importing(ana, 'Phone,Pin,Name\n0711 1,1234,Bun\n,1234,Fără\n', {
    skipInvalid: true,
  })

  expect(added).toBe(1)
})

test('reads the diacritics of a Windows-1250 spreadsheet', async () => {
  const { ana } = await set()
  // "Ştefan Ţuţea" as Excel saves it in Central Europe.
  const name = [0xaa, 0x74, 0x65, 0x66, 0x61, 0x6e, 0x20, 0xde, 0x75, 0xfe, 0x65, 0x61]
  const bytes = Uint8Array.from([
    ...new TextEncoder().encode('Phone;Pin;Name\r\n0711;1234;'),
    ...name,
    13,
    10,
  ])

  await importing(ana, bytes)

  expect((await ana.call(observers.list, { query: { number: '0711' } })).data).toMatchObject([
    { name: 'Ștefan Țuțea' },
  ])
})

test.each([
  ['UTF-16 big-endian', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
  ['UTF-8 after a line sep=;', (text: string) => Buffer.from(`sep=;\r\n${text}`)],
])('reads a spreadsheet in %s completely', async (_what, bytesOf) => {
  const { ana } = await set()

  expect(await importing(ana, bytesOf('Phone;Pin;Name\r\n0711;1234;Ștefan, fiul\r\n'))).toBe(1)

  expect((await ana.call(observers.list, { query: { number: '0711' } })).data).toMatchObject([
    { name: 'Ștefan, fiul' },
  ])
})

test('refuses a file in a Cyrillic code page, and stores no observer', async () => {
  const { ana } = await set()
  const bytes = Buffer.from('Phone;Pin;Name\r\n0711;1234;\xc8\xe2\xe0\xed\r\n', 'latin1')

  await expect(importing(ana, bytes)).rejects.toMatchObject({
    code: 'import.refused',
    details: { rows: [{ reason: expect.stringContaining('letters') }] },
  })
  expect(await ana.call(observers.count)).toBe(3)
})

test('converts cedillas to Romanian comma letters, finds either form, and keeps Turkish names', async () => {
  const { ana } = await set()

  await importing(ana, 'Phone,Pin,Name\n0711 1,1234,Ştefan Ţuţea\n0711 2,1234,Işık Şahin\n')

  for (const name of ['Ştefan Ţuţea', 'Ștefan Țuțea', 'stefan tutea'])
    expect((await ana.call(observers.list, { query: { name } })).data).toMatchObject([
      { name: 'Ștefan Țuțea' },
    ])
  for (const name of ['Işık Şahin', 'Șahin'])
    expect((await ana.call(observers.list, { query: { name } })).data).toMatchObject([
      { name: 'Işık Şahin' },
    ])
})

test('converts cedillas in Hungarian names, and in bilingual ones of Moldova', async () => {
  const { ana } = await set()
  const names = { 'Şandor Béla': 'Șandor Béla', 'Ţurcanu / Цуркану': 'Țurcanu / Цуркану' }
  const rows = Object.keys(names).map((name, index) => `0711 ${index},1234,${name}`)

  await importing(ana, ['Phone,Pin,Name', ...rows].join('\n'))

  const { data } = await ana.call(observers.list, { query: { number: '0711' } })
  expect(data.map(({ name }) => name)).toEqual(Object.values(names))
})

test.each([
  ['by Turkey’s clock', { timezone: 'Europe/Istanbul' }, 'Şahin Demir'],
  ['at home in Turkey, by Romania’s clock', { country: 'TR' }, 'Şahin Demir'],
  [
    'at home in Romania, by Germany’s clock',
    { country: 'RO', timezone: 'Europe/Berlin' },
    'Șahin Demir',
  ],
  ['by Moldova’s clock', { timezone: 'Europe/Tiraspol' }, 'Șahin Demir'],
])(
  'converts or keeps cedillas by the home country of the election: %s',
  async (_what, of, name) => {
    const { ana, database } = await set()
    await database.write((tx) => tx.updateTable('elections').set(of).execute())

    await importing(ana, 'Phone,Pin,Name\n0711 1,1234,Şahin Demir\n')

    expect((await ana.call(observers.list, { query: { name: 'Demir' } })).data).toMatchObject([
      { name },
    ])
  },
)

test('refuses a phone that a spreadsheet shortened, and a workbook file', async () => {
  const { ana } = await set()

  await expect(
    importing(ana, 'Phone,Pin,Name\n4.0722E+11,1234,Ion\n"4,07E+11",1234,Radu\n'),
  ).rejects.toMatchObject({
    details: {
      rows: [2, 3].map((line) => ({ line, reason: expect.stringContaining('shortened') })),
    },
  })
  await expect(importing(ana, Buffer.from('504b030414000600', 'hex'))).rejects.toMatchObject({
    details: { rows: [{ reason: expect.stringContaining('workbook') }] },
  })
  expect(await ana.call(observers.count)).toBe(3)
})

test.each(['0722 000 001 / 0733 000 002', '0722000001;0733000002', '0722 000 001 0733 000 002'])(
  'refuses several phones in one cell instead of joining them: %s',
  async (phone) => {
    const { ana } = await set()

    await expect(importing(ana, `Phone,Pin,Name\n"${phone}",1234,Ion\n`)).rejects.toMatchObject({
      details: { rows: [{ line: 2, faults: [{ code: 'phone.several', field: 'phone' }] }] },
    })
    expect(await ana.call(observers.count)).toBe(3)
  },
)

test('refuses a phone or PIN with added decimals, and gives the reason', async () => {
  const { ana } = await set()

  await expect(
    importing(ana, 'Phone,Pin,Name\n722203100.0,1234,Ion\n0722 203 101,1234.0,Radu\n'),
  ).rejects.toMatchObject({
    details: {
      rows: [2, 3].map((line) => ({ line, reason: expect.stringContaining('decimals') })),
    },
  })
  expect(await ana.call(observers.count)).toBe(3)
})

test('refuses a phone or PIN with a formula or error, and gives the reason', async () => {
  const { ana } = await set()
  const rows = [
    '0722 203 101,#REF!,Ion',
    '=A1,1234,Radu',
    '#N/A,1234,Ilie',
    '0722 203 104,=1+1,Ana',
  ]

  await expect(importing(ana, ['Phone,Pin,Name', ...rows, ''].join('\n'))).rejects.toMatchObject({
    details: {
      rows: [2, 3, 4, 5].map((line) => ({ line, reason: expect.stringContaining('formula') })),
    },
  })
  expect(await ana.call(observers.count)).toBe(3)
})

test('removes the marks that keep a number as text in a spreadsheet', async () => {
  const { ana, stranger } = await set()
  const rows = ['"=""0722 203 102""","=""0123""",Ion', "'0722 203 103,'0123,D'Arc"]

  await importing(ana, ['Phone,Pin,Name', ...rows, ''].join('\n'))

  for (const user of ['0722203102', '0722203103']) {
    const body = { user, password: '0123', uniqueId: user }
    expect(await stranger.call(session.authorize, { body })).toMatchObject({
      access_token: expect.any(String),
    })
  }
  const { data } = await ana.call(observers.list, { query: { number: '0722203' } })
  expect(data.map(({ phone, name }) => [phone, name])).toEqual([
    ['0722 203 103', "D'Arc"],
    ['0722 203 102', 'Ion'],
  ])
})

test('gives reasons in the caller’s language', async () => {
  const { ana } = await set()
  const file = `Phone,Pin,Name\n0711 3,12,Scurt\n${phones.dana},1234,Dana a altora\nx,y,z,w\n`
  const reasons = async (accepted?: string) => {
    const { body } = await ana.send({
      method: 'POST',
      url: '/api/v1/observer/import/check',
      headers: {
        'content-type': 'multipart/form-data; boundary=x',
        ...(accepted !== undefined && { 'accept-language': accepted }),
      },
      payload: `--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\ncontent-type: text/csv\r\n\r\n${file}\r\n--x--\r\n`,
    })
    return JSON.parse(body).wrong.map(({ reason }: { reason: string }) => reason)
  }

  expect(await reasons('ro-RO,ro;q=0.9,en;q=0.8')).toEqual([
    'PIN-ul are cel puțin 4 caractere.',
    'Telefonul este al unui observator din altă organizație.',
    expect.stringMatching(/^Rândul are 4 celule sub 3 titluri/),
  ])
  expect(await reasons('de,en;q=0.5,ro;q=0.2')).toEqual([
    'A PIN has at least 4 characters.',
    'The phone belongs to an observer of another organisation.',
    expect.stringMatching(/^The row has 4 cells under 3 headings/),
  ])
  expect((await reasons())[0]).toMatch(/^pin: /)
})

test('refuses a row with more cells than the header, unless the rest are empty', async () => {
  const { ana } = await set()
  const file = 'Phone,Pin,Name\n0711 1,1234,Pop, Ion\n0711 2,1234,Radu,,\n'

  await expect(importing(ana, file)).rejects.toMatchObject({
    code: 'import.refused',
    details: {
      rows: [{ line: 2, faults: [{ code: 'row.overfull', details: { cells: 4, headings: 3 } }] }],
    },
  })
  expect(await importing(ana, file, { skipInvalid: true })).toBe(1)

  expect(await names(ana)).toContain('Radu')
})

test('imports observers into the named organisation, under either field name', async () => {
  const { ana } = await set()
  const { data } = await ana.call(observers.list, { query: { name: 'Dana' } })
  const ngo = data[0]!.ngoId

  await importing(ana, 'Phone,Pin,Name\n0711 1,1234,Unu\n', { ongId: ngo })
  await importing(ana, 'Phone,Pin,Name\n0711 2,1234,Doi\n', { ngoId: ngo })

  expect((await ana.call(observers.list, { query: { number: '0711' } })).data).toMatchObject([
    { ngo: 'Vot Curat' },
    { ngo: 'Vot Curat' },
  ])
})

test('keeps an observer of another organisation that a file names', async () => {
  const { ana, calin } = await set()

  const refused = importing(calin, `Phone,Pin,Name\n${phones.bogdan},9999,Al meu\n`)

  await expect(refused).rejects.toMatchObject({ code: 'import.refused' })
  expect((await ana.call(observers.list, { query: { number: phones.bogdan } })).data).toMatchObject(
    [{ name: 'Bogdan Pop', ngo: 'Organizator' }],
  )
})

test('rejects a call without a file', async () => {
  const { ana } = await set()

  await expect(ana.call(observers.import, { body: {} }, [])).rejects.toMatchObject({
    details: { errors: { file: expect.anything() } },
  })
})

test('ends an observer’s sessions only when an import changes their PIN', async () => {
  const { ana, bogdan } = await set()
  await bogdan.call(session.me)

  await importing(ana, `Phone,Pin,Name\n${phones.bogdan},${pins.bogdan},Bogdan Popa\n`)
  await bogdan.call(session.me)
  await importing(ana, `Phone,Pin,Name\n${phones.bogdan},987654,Bogdan Popa\n`)

  await expect(bogdan.call(session.me)).rejects.toMatchObject({ code: 'session.missing' })
})

test('keeps a test observer as such, unless the file changes it', async () => {
  const { ana } = await set()
  const isTest = async () =>
    (await ana.call(observers.list, { query: { number: phones.emil } })).data.map(
      (one) => one.isTest,
    )

  await importing(ana, `Phone,Pin,Name\n${phones.emil},3333,Emil Întâi\n`)
  expect(await isTest()).toEqual([true])
  await importing(ana, `Phone,Pin,Name,Test\n${phones.emil},3333,Emil Întâi,\n`)
  expect(await isTest()).toEqual([true])
  await importing(ana, `Phone,Pin,Name,Test\n${phones.emil},3333,Emil Întâi,nu\n`)
  expect(await isTest()).toEqual([false])
})

test('reports the outcome of every row in a check, and stores nothing', async () => {
  const cast = await set()
  const { ana } = cast
  const { data } = await ana.call(observers.list, { query: { name: 'Dana' } })
  await ana.token()
  const before = await contents(cast)

  const report = await checking(
    ana,
    [
      'Telefon;PIN;Nume;Observații',
      '0711 1;1234;Ioana Radu;nouă',
      `${phones.bogdan};${pins.bogdan};Bogdan Popescu;`,
      `${phones.emil};${pins.emil};Emil Test;`,
      '0711-1;1234;Ioana iar;',
      `${data[0]!.phone};1234;Dana a altora;`,
      '0711 3;12;Scurt;',
    ].join('\n'),
  )

  expect(report).toMatchObject({ added: 1, changed: 1, unchanged: 1 })
  expect(report.wrong).toMatchObject([
    {
      line: 5,
      faults: [{ code: 'row.twice', details: { line: '2' } }],
      cells: expect.anything(),
      uploaded: ['0711-1', '1234', 'Ioana iar', ''],
    },
    {
      line: 6,
      faults: [{ code: 'phone.of-other', details: { phone: phones.dana } }],
      cells: { phone: phones.dana, name: 'Dana a altora' },
    },
    { line: 7, reason: expect.stringMatching(/^pin: /), cells: { phone: '0711 3', name: 'Scurt' } },
  ])
  expect(report.rows.map(({ line, fate }) => [line, fate])).toEqual([
    [2, 'added'],
    [3, 'changed'],
    [4, 'unchanged'],
    [5, 'wrong'],
    [6, 'wrong'],
    [7, 'wrong'],
  ])
  expect(report.rows[0]?.cells).toEqual({ phone: '0711 1', name: 'Ioana Radu' })
  expect(report.columns).toEqual([
    { heading: 'Telefon', field: 'phone' },
    { heading: 'PIN', field: 'pin' },
    { heading: 'Nume', field: 'name' },
    { heading: 'Observații', field: null },
  ])
  expect(await contents(cast)).toEqual(before)
})

test('reports old and new values and renamed observers in a check, but no PINs', async () => {
  const { ana } = await set()

  const report = await checking(
    ana,
    [
      'Telefon;PIN;Nume;Test;Email',
      `${phones.bogdan};${pins.bogdan};Bogdan Popescu;;b@x.ro`,
      `${phones.emil};987654;Emil Test;nu;`,
      '0711 1;1234;Ioana Radu;;',
    ].join('\n'),
  )

  expect(report).toMatchObject({ added: 1, changed: 2, renamed: 1 })
  expect(report.changes).toMatchObject([
    { line: 2, changes: { name: { was: 'Bogdan Pop', becomes: 'Bogdan Popescu' } } },
    {
      line: 3,
      cells: { phone: phones.emil, name: 'Emil Test' },
      changes: { test: { was: 'true', becomes: 'false' }, pin: { was: null, becomes: null } },
    },
  ])
  expect(JSON.stringify(report)).not.toContain('987654')
  expect(report.columns).toContainEqual({ heading: 'Email', field: null })
})

test('imports exactly what the check reported', async () => {
  const { ana } = await set()
  const file = `Phone,Pin,Name\n0711 1,1234,Unu\n${phones.bogdan},1111,Bogdan Popescu\n,1234,Fără\n`

  const { added, changed } = await checking(ana, file)
  expect(await importing(ana, file, { skipInvalid: true })).toBe(added)

  expect({ added, changed }).toEqual({ added: 1, changed: 1 })
  expect(await checking(ana, file)).toMatchObject({ added: 0, changed: 0, unchanged: 2 })
})

test('reads unknown headings as mapped, and skips columns mapped to nothing', async () => {
  const { ana } = await set()
  const file = 'Mobil privat,Secret,Voluntar,Name\n0711 1,1234,Ioana Radu,porecla\n'

  const unknown = await checking(ana, file)
  expect(unknown.wrong.map(({ line, reason }) => [line, reason.split(':')[0]])).toEqual([
    [1, 'phone'],
  ])
  expect(unknown).toMatchObject({ added: 0, rows: [] })
  const columns = JSON.stringify({
    'mobil PRIVAT': 'phone',
    Secret: 'pin',
    Voluntar: 'name',
    Name: '',
  })
  expect(await checking(ana, file, { columns })).toMatchObject({ added: 1, wrong: [] })
  expect(await importing(ana, file, { columns })).toBe(1)

  expect(await names(ana)).toContain('Ioana Radu')
})

test.each([
  ['invalid JSON', '{"Telefon'],
  ['a list instead of a map', '["phone"]'],
  ['a field that does not exist', '{"Telefon":"email"}'],
])('rejects the columns field when its mapping has %s', async (_what, columns) => {
  const { ana } = await set()

  await expect(checking(ana, 'Phone,Pin,Name\n', { columns })).rejects.toMatchObject({
    code: 'request.invalid',
    details: { errors: { columns: expect.anything() } },
  })
})

test.each([
  ['Romanian', 'Număr de telefon;Parolă;Nume complet'],
  ['Romanian without its letters', 'NUMAR DE TELEFON;PAROLA;NUME COMPLET'],
  ['English', 'Phone number,PIN code,Full name'],
  ['the first system’s', 'Phone,Pin,Name'],
])('recognises headings that are %s', async (_what, header) => {
  const { ana } = await set()
  const separator = header.includes(';') ? ';' : ','

  const file = `${header}\n${['0711 1', '1234', 'Ioana Radu'].join(separator)}\n`

  expect(await importing(ana, file)).toBe(1)
})

test('adds a first name from its own column to the name', async () => {
  const { ana } = await set()

  await importing(ana, 'Nume,Prenume,Telefon,Cod\nRadu,Ioana,0711 1,1234\n')

  expect(await names(ana)).toContain('Ioana Radu')
})

test.each([
  ['nothing in it', '', /empty/],
  ['a byte order mark alone', '\uFEFF', /empty/],
  ['a column missing', 'Phone,Pin\n0711,1234\n', /^name: There is no column/],
  ['a column twice', 'Phone,Telefon,Pin,Name\n07,08,1234,A\n', /^phone: .*Phone, Telefon/],
  ['a heading twice', 'Phone,Pin,Pin,Name\n07,1234,5678,A\n', /^pin: Several columns/],
  [
    'headings whose quotes do not close',
    'Phone,"Pin,Name\n07,1234,A\n',
    /^The quotation marks do not close/,
  ],
])(
  'refuses a file with %s once, even when wrong rows may be skipped',
  async (_what, text, reason) => {
    const { ana } = await set()

    await expect(importing(ana, text, { skipInvalid: true })).rejects.toMatchObject({
      code: 'import.refused',
      details: { rows: [{ reason: expect.stringMatching(reason) }] },
    })
  },
)

test('keeps PINs missing from the file, and requires one only for new observers', async () => {
  const { ana, stranger } = await set()
  const known = `${phones.bogdan},Bogdan Popescu`

  const kept = await checking(ana, `Phone,Name\n${known}\n0711 1,Ioana Radu\n`)
  expect(kept).toMatchObject({
    changes: [{ line: 2, changes: { name: { becomes: 'Bogdan Popescu' } } }],
    wrong: [{ line: 3, faults: [{ code: 'pin.missing', field: 'pin' }] }],
  })
  expect(Object.keys(kept.changes[0]?.changes ?? {})).toEqual(['name'])
  const file = `Phone,Name,Pin\n${known},\n0711 1,Ioana Radu,1234\n0711 2,Ana,\n`
  expect(await importing(ana, file, { skipInvalid: true })).toBe(1)

  for (const [user, password] of [
    [phones.bogdan, pins.bogdan],
    ['0711 1', '1234'],
  ] as const)
    await expect(
      stranger.call(session.authorize, { body: { user, password, uniqueId: user } }),
    ).resolves.toMatchObject({ access_token: expect.any(String) })
})

test('adds no observers from a header alone', async () => {
  const { ana } = await set()

  expect(await importing(ana, 'Phone,Pin,Name\n')).toBe(0)
})

test('names rows as a spreadsheet counts them, with cells of several lines and empty rows', async () => {
  const { ana } = await set()
  const file =
    '\uFEFFName,Phone,Pin\r\n"Ioana\r\nRadu",0711 1,1234\r\n;;\r\n,,\r\nScurt,0711 2,1\r\n'

  const { wrong, rows } = await checking(ana, file.replace(';;\r\n', '\r\n'))

  expect(wrong).toMatchObject([{ line: 5, reason: expect.stringMatching(/^pin/) }])
  expect(rows.map(({ line }) => line)).toEqual([2, 5])
})

test('imports ten thousand rows completely, and names all wrong ones', {
  tags: 'slow',
}, async () => {
  const { ana } = await set()
  const row = (index: number) =>
    `07110${index},${index % 1000 === 7 ? 1 : 1234},Observator ${index}`
  const file = `Phone,Pin,Name\n${Array.from({ length: 10_000 }, (_, index) => row(index)).join('\n')}`

  const report = await checking(ana, file)
  expect(report).toMatchObject({ added: 9990, changed: 0, unchanged: 0 })
  expect(report.wrong.map(({ line }) => line)).toEqual(
    Array.from({ length: 10 }, (_, index) => index * 1000 + 9),
  )
  expect(report.rows).toHaveLength(100)
  await expect(importing(ana, file)).rejects.toMatchObject({ code: 'import.refused' })
  expect(await ana.call(observers.count)).toBe(3)
  expect(await importing(ana, file, { skipInvalid: true })).toBe(9990)
  expect(await ana.call(observers.count)).toBe(9993)
})

test('updates PostgreSQL’s statistics after the first thousand rows of an import', async () => {
  const { database, ana } = await set()
  const rows = Array.from({ length: 1100 }, (_, index) => `0711 ${1000 + index},1234,A`)
  const known = sql<{ observers: number }>`
    select reltuples::integer as observers from pg_class where relname = 'observers'`

  await checking(ana, ['Phone,Pin,Name', ...rows].join('\n'))
  expect((await known.execute(database.primary)).rows).toEqual([{ observers: 3 }])
  await importing(ana, ['Phone,Pin,Name', ...rows].join('\n'))

  // The thousand and the three existing observers.
  expect((await known.execute(database.primary)).rows).toEqual([{ observers: 1003 }])
})

test('limits a check to an administrator’s organisation, and refuses observers and strangers', async () => {
  const { ana, calin, bogdan, stranger } = await set()
  const [own] = (await ana.call(observers.list, { query: { name: 'Bogdan' } })).data
  const file = 'Phone,Pin,Name\n0711 1,1234,Unu\n'

  expect(await checking(calin, file)).toMatchObject({ added: 1 })
  await expect(checking(calin, file, { ngoId: own!.ngoId })).rejects.toMatchObject({
    code: 'thing.not-found',
  })
  await expect(checking(bogdan, file)).rejects.toMatchObject({ code: 'session.forbidden' })
  await expect(checking(stranger, file)).rejects.toMatchObject({ code: 'session.missing' })
})

test('records the counts of an import in history, and no check', async () => {
  const { ana, database } = await set()
  await checking(ana, 'Phone,Pin,Name\n0711 1,1234,Unu\n')
  await importing(ana, 'Phone,Pin,Name\n0711 1,1234,Unu\n,1234,Fără\n', { skipInvalid: true })

  const acts = await database.primary
    .selectFrom('history')
    .select(['act', 'actorName', 'after'])
    .where('subject', '=', 'observers')
    .execute()
  expect(acts).toEqual([
    {
      act: 'observers.imported',
      actorName: 'ana',
      after: { fileName: 'observatori.csv', added: 1, changed: 0, refused: 1 },
    },
  ])
})
