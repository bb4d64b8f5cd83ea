import { sql } from 'kysely'
import readExcel, { type Row } from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { answers } from '#features/answers/contract.ts'
import { list } from '#features/answers/server/testing.ts'
import { notes } from '#features/notes/contract.ts'
import { review } from '#features/reviews/server/testing.ts'
import { visits } from '#features/visits/contract.ts'
import { type Person, type Stage, stage } from '#testing/stage.ts'

const set = stage()

const station = { countyCode: 'CJ', municipalityCode: 'CJ1', pollingStationNumber: 1 }

/** Chooses options at a station, with free texts. */
const choose = (
  { field }: Stage,
  person: Person,
  at: typeof station,
  chosen: readonly (readonly [question: string, option: string, value?: string])[],
) =>
  person.call(answers.send, {
    body: {
      answers: chosen.map(([question, option, value]) => ({
        ...at,
        questionId: field.questionId(question),
        options: [{ optionId: field.optionId(question, option), value }],
      })),
    },
  })

/** The workbook's sheets by name, each row by its headings. */
async function download(person: Person, url = '/api/v1/export/all?language=en') {
  const { statusCode, headers, rawPayload } = await person.send({ url })
  expect(statusCode).toBe(200)
  const sheets = await readExcel(rawPayload)
  const read = sheets.map(({ sheet, data: [headings, ...rows] }) => {
    const named = rows.map((row: Row) =>
      Object.fromEntries(row.map((cell, index) => [String(headings?.[index]), cell])),
    )
    return [sheet, named] as const
  })
  return { headers, sheets: Object.fromEntries(read) }
}

test('exports a sheet per form, and sheets of answers, visits and notes', async () => {
  const cast = await set()
  const { ana, bogdan } = cast
  await choose(cast, bogdan, station, [
    ['A1.1', 'Nu'],
    ['A1.2', 'Altceva', 'un câine'],
  ])
  await bogdan.call(visits.report, {
    body: { ...station, observerArrivalTime: '2026-11-22 07:30', urbanArea: true },
  })
  await bogdan.call(notes.write, { body: { ...station, text: '=HYPERLINK("x")' } })

  const { headers, sheets } = await download(ana)

  expect(headers['content-disposition']).toBe('attachment; filename="answsers.xlsx"')
  expect(Object.keys(sheets)).toEqual(['A', 'C', 'Answers', 'Visits', 'Notes', 'Source'])
  expect(sheets['A']).toMatchObject([
    {
      Observer: 'Bogdan Pop',
      Station: 1,
      'A1.1: Urna a fost sigilată?': 'Nu',
      'A1.2: Ce ați văzut?': 'Altceva',
      'A1.2: Text': 'un câine',
      'A2.1: Ce se află în sală?': null,
    },
  ])
  expect(sheets['Answers']).toMatchObject([
    { 'Question code': 'A1.1', Answer: 'Nu', Flagged: true, 'Form version': 1 },
    { 'Question code': 'A1.2', Answer: 'Altceva', Text: 'un câine', Flagged: false },
  ])
  expect(sheets['Visits']).toMatchObject([
    { County: 'Cluj', Municipality: 'Dej', 'Urban area': true, 'Number of notes': 1 },
  ])
  expect(sheets['Notes']).toMatchObject([{ Note: '=HYPERLINK("x")', Observer: 'Bogdan Pop' }])
})

test('exports the reports in one state, with state and assignee', async () => {
  const cast = await set()
  await choose(cast, cast.bogdan, station, [['A1.1', 'Nu']])
  await choose(cast, cast.dana, station, [['A1.1', 'Da']])
  const { threads } = await list(cast.ana)
  const ofDana = threads.filter(({ observerName }) => observerName === 'Dana Ionescu')
  await review(cast.ana, ofDana, { state: 'verified', assignee: 'rodica' })

  const all = await download(cast.ana)
  const verified = await download(cast.ana, '/api/v1/export/all?language=en&reviewState=verified')

  const dana = { Observer: 'Dana Ionescu', Review: 'verified', 'Assigned to': 'rodica' }
  expect(all.sheets['Visits']).toMatchObject([
    { Observer: 'Bogdan Pop', Review: 'new', 'Assigned to': null },
    dana,
  ])
  expect(verified.sheets['Visits']).toMatchObject([dana])
  expect(verified.sheets['A']).toMatchObject([dana])
})

test('writes times as dates in the election’s time zone', async () => {
  const cast = await set()
  await choose(cast, cast.bogdan, station, [['A1.1', 'Da']])
  await cast.bogdan.call(visits.report, {
    body: { ...station, observerArrivalTime: '2026-11-22T04:00:00Z' },
  })

  const { sheets } = await download(cast.ana)

  // Bucharest is two hours ahead in November.
  expect(sheets['Visits']).toMatchObject([{ Arrived: new Date('2026-11-22T06:00:00Z') }])
})

test('applies the filters of the screen to the workbook', async () => {
  const cast = await set()
  await choose(cast, cast.bogdan, station, [['A1.1', 'Da']])
  await choose(cast, cast.dana, { ...station, pollingStationNumber: 2 }, [['A1.1', 'Nu']])

  const observers = async (filter: string) => {
    const { sheets } = await download(cast.ana, `/api/v1/export/all?language=en&${filter}`)
    return sheets['Visits']?.map((row) => row['Observer'])
  }
  expect(await observers('')).toEqual(['Bogdan Pop', 'Dana Ionescu'])
  expect(await observers('phoneObserver=0700000002')).toEqual(['Dana Ionescu'])
  expect(await observers('urgent=true')).toEqual(['Dana Ionescu'])
  expect(await observers('pollingStationNumber=1')).toEqual(['Bogdan Pop'])
  expect(await observers('from=2030-01-01 00:00')).toEqual([])
  const [yes, no] = ['Da', 'Nu'].map((option) => cast.field.optionId('A1.1', option))
  expect(await observers(`optionId=${no}`)).toEqual(['Dana Ionescu'])
  expect(await observers(`optionId=${no}&withOptionId=${yes}`)).toEqual([])
})

test('exports the unseen reports of the account that asks', async () => {
  const cast = await set()
  await choose(cast, cast.bogdan, station, [['A1.1', 'Nu']])
  await choose(cast, cast.dana, station, [['A1.1', 'Nu']])
  const query = { urgent: true, unseen: true }
  const { threads } = await cast.ana.call(answers.list, { query })
  const { observerId, pollingStationId, lastModified } = threads.find(
    ({ observerName }) => observerName === 'Bogdan Pop',
  )!
  await cast.ana.call(answers.markSeen, {
    body: { observerId, pollingStationId, lastModified: lastModified.toISOString() },
  })

  const rows = async (person: Person) => {
    const url = '/api/v1/export/all?language=en&urgent=true&unseen=true'
    return (await download(person, url)).sheets['Visits']?.map((row) => row['Observer'])
  }
  expect(await rows(cast.ana)).toEqual(['Dana Ionescu'])
  expect(await rows(cast.sanda)).toEqual(['Bogdan Pop', 'Dana Ionescu'])
})

test('limits an administrator’s workbook to their own observers', async () => {
  const cast = await set()
  await choose(cast, cast.bogdan, station, [['A1.1', 'Da']])
  await choose(cast, cast.dana, station, [['A1.1', 'Nu']])
  await cast.bogdan.call(notes.write, { body: { ...station, text: 'a lui Bogdan' } })

  const { sheets } = await download(cast.calin)

  expect(JSON.stringify(sheets)).not.toContain('Bogdan')
  expect(sheets['Answers']).toHaveLength(1)
})

test('exports notes as a separate workbook', async () => {
  const cast = await set()
  await cast.bogdan.call(notes.write, {
    body: { ...station, questionId: cast.field.questionId('A1.1'), text: 'Sigiliul era rupt' },
  })

  const { sheets } = await download(cast.ana, '/api/v1/export/all/notes')

  expect(Object.keys(sheets)).toEqual(['Note', 'Sursă'])
  expect(sheets['Note']).toMatchObject([{ Notă: 'Sigiliul era rupt', 'Codul întrebării': 'A1.1' }])
})

test('exports answers as CSV directly, one row each', async () => {
  const cast = await set()
  await choose(cast, cast.bogdan, station, [
    ['A1.1', 'Nu'],
    ['A1.2', 'Altceva', '=1+1'],
  ])

  const url = '/api/v1/export/all?language=en&format=csv'
  const { statusCode, headers, body } = await cast.ana.send({ url })

  expect(statusCode).toBe(200)
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(headers['content-disposition']).toBe('attachment; filename="answsers.csv"')
  const [headings, ...rows] = body.trim().split('\r\n')
  expect(headings).toMatch(/Answer,Text,Value,Flagged,/)
  expect(rows).toEqual([
    expect.stringMatching(/,A1\.1,.*,Nu,,,true,/),
    expect.stringMatching(/,A1\.2,.*,Altceva,'=1\+1,,false,/),
  ])
})

test('exports several thousand answers completely and in order', { tags: 'slow' }, async () => {
  const cast = await set()
  const { database } = cast
  await choose(cast, cast.bogdan, station, [['A1.1', 'Da']])
  await database.write(async (tx) => {
    await sql`insert into polling_stations (election_id, area_id, county_id, number)
      select election_id, area_id, county_id, n from polling_stations s, generate_series(1000, 2999) n
       where s.id = ${cast.field.stationId('CJ1', 1)}`.execute(tx)
    await sql`insert into visits (election_id, observer_id, polling_station_id, ngo_id, county_id, answered, last_modified)
      select v.election_id, v.observer_id, s.id, v.ngo_id, v.county_id, 1, v.last_modified
        from visits v join polling_stations s on s.number >= 1000`.execute(tx)
    await sql`insert into answers
      select v.election_id, v.id, a.question_id, a.option_id, a.form_id, a.form_version, a.text, a.is_flagged, a.received_at
        from answers a join visits v on v.id <> a.visit_id`.execute(tx)
  })

  const { sheets } = await download(cast.ana)

  const stations = sheets['Answers']?.map((row) => row['Station'])
  expect(stations).toHaveLength(2001)
  expect(new Set(stations).size).toBe(2001)
})

test('releases the connection when the reader disconnects', async () => {
  const cast = await set()
  await choose(cast, cast.bogdan, station, [['A1.1', 'Da']])
  const url = await cast.listen()
  const leave = new AbortController()

  const response = await fetch(`${url}/api/v1/export/all`, {
    headers: { authorization: `Bearer ${await cast.ana.token()}` },
    signal: leave.signal,
  })
  expect(response.status).toBe(200)
  leave.abort()

  await expect.poll(() => cast.database.connections().used).toBe(0)
})

test('refuses observers and callers without a session', async () => {
  const { bogdan, stranger } = await set()

  expect((await bogdan.send({ url: '/api/v1/export/all' })).statusCode).toBe(403)
  expect((await stranger.send({ url: '/api/v1/export/all' })).statusCode).toBe(401)
})

test('serves the same workbook at the first system’s address', async () => {
  const cast = await set()
  await choose(cast, cast.bogdan, station, [['A1.1', 'Nu']])

  const { headers, sheets } = await download(cast.ana, '/api/v2/export/all?language=en')

  expect(headers['content-disposition']).toBe('attachment; filename="answsers.xlsx"')
  expect(sheets['Answers']).toHaveLength(1)
  expect((await cast.stranger.send({ url: '/api/v2/export/all' })).statusCode).toBe(401)
})

test('distinguishes counties of one name by code and province, and stations by address', async () => {
  const cast = await set()
  const { database } = cast
  await choose(cast, cast.bogdan, station, [['A1.1', 'Nu']])
  await choose(
    cast,
    cast.bogdan,
    { countyCode: 'AB', municipalityCode: 'AB1', pollingStationNumber: 1 },
    [['A1.1', 'Da']],
  )
  await cast.bogdan.call(notes.write, { body: { ...station, text: 'Coadă' } })
  await database.write(async (tx) => {
    await sql`update areas set name = 'Cluj' where code in ('AB', 'CJ')`.execute(tx)
    await sql`update polling_stations set address = 'Strada Mare 1' where id = ${cast.field.stationId('CJ1', 1)}`.execute(
      tx,
    )
  })

  const { sheets } = await download(cast.ana)

  const cluj = {
    Province: 'Transilvania',
    'County code': 'CJ',
    County: 'Cluj',
    Station: 1,
    Address: 'Strada Mare 1',
  }
  for (const name of ['A', 'Answers', 'Visits', 'Notes'])
    expect(sheets[name]).toContainEqual(expect.objectContaining(cluj))
  expect(sheets['Visits']?.map((row) => row['County code'])).toEqual(['CJ', 'AB'])
})

test('omits the province column where counties have no parent', async () => {
  const cast = await set('flat')
  await choose(cast, cast.bogdan, { ...station, municipalityCode: 'CJ' }, [['A1.1', 'Nu']])

  const { sheets } = await download(cast.ana)

  expect(sheets['Visits']).toMatchObject([{ 'County code': 'CJ', County: 'Cluj' }])
  expect(Object.keys(sheets['Visits']?.[0] ?? {})).not.toContain('Province')
})
