import { sql } from 'kysely'
import readExcel from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { notes } from '#features/notes/contract.ts'
import { type Person, phones, type Stage, stage } from '#testing/stage.ts'
import { observers } from '../contract.ts'
import { countNobody } from './testing.ts'

const set = stage()

const download = async (person: Person, query = 'language=en') => {
  const reply = await person.send({ url: `/api/v1/observer/export?${query}` })
  expect(reply.statusCode).toBe(200)
  return reply
}
const rowsOf = async (person: Person, query?: string) => {
  const [sheet] = await readExcel((await download(person, query)).rawPayload)
  return sheet!.data
}
const recorded = ({ database }: Stage) =>
  database.primary
    .selectFrom('history')
    .select(['act', 'actorName', 'after'])
    .where('act', 'like', '%.exported')
    .execute()

test('exports observers as the list shows them, with times in the election’s time zone', async () => {
  const cast = await set()
  const at = { countyCode: 'CJ', pollingStationNumber: 1 }
  cast.clock.now = new Date('2026-11-22T10:00:00Z')
  await cast.bogdan.call(notes.write, { body: { ...at, text: 'Coadă' } })
  await cast.figures()

  const { headers } = await download(cast.ana)
  expect(headers).toMatchObject({
    'content-disposition': 'attachment; filename="observers.xlsx"',
    'cache-control': 'no-store',
  })
  const [headings, ...rows] = await rowsOf(cast.ana)
  expect(headings).toEqual([
    'Name',
    'Phone',
    'Organisation',
    'Test observer',
    'Device registered',
    'Last login',
    'Stations visited',
    'Notes',
    'International number',
  ])
  // Bucharest is two hours ahead in November.
  const seen = new Date('2026-11-22T12:00:00Z')
  expect(rows).toEqual([
    ['Bogdan Pop', phones.bogdan, 'Organizator', false, null, seen, 1, 1, '+40700000001'],
    ['Dana Ionescu', phones.dana, 'Vot Curat', false, null, null, 0, 0, '+40700000002'],
    ['Emil Test', phones.emil, 'Organizator', true, null, null, 0, 0, '+40700000003'],
  ])
})

test('exports the observers that match the list’s filters, in the list’s order', async () => {
  const { ana } = await set()
  const names = async (query: string) => (await rowsOf(ana, query)).slice(1).map(([name]) => name)

  expect(await names('name=pop')).toEqual(['Bogdan Pop'])
  expect(await names('number=0700000002')).toEqual(['Dana Ionescu'])
  expect(await names('sort=phone&order=desc')).toEqual(['Emil Test', 'Dana Ionescu', 'Bogdan Pop'])
  expect(await names('deleted=true')).toEqual([])
})

test('exports only the observers of an administrator’s organisation', async () => {
  const { calin } = await set()

  const rows = await rowsOf(calin)
  expect(rows.slice(1).map(([name]) => name)).toEqual(['Dana Ionescu'])
})

test('CSV is UTF-8 that Excel knows, split as the language’s country does, and starts no formula', async () => {
  const { ana } = await set()
  const draft = { phone: '+40 711', pin: '1234' }
  await ana.call(observers.add, { body: { ...draft, name: '=HYPERLINK("x";"y")' } })

  const { headers, body } = await download(ana, 'format=csv&name=hyper')
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(headers['content-disposition']).toBe('attachment; filename="observers.csv"')
  const [heading, row, ...rest] = body.split('\r\n')
  expect(heading).toMatch(/^\uFEFFNume;Telefon;Organizație;/)
  expect(row).toBe(`"'=HYPERLINK(""x"";""y"")";'+40 711;Organizator;false;;;0;0;`)
  expect(rest).toEqual([''])
  const english = await download(ana, 'format=csv&language=en')
  expect(english.body).toMatch(/^\uFEFFName,Phone,Organisation,/)
})

test('records account, count and filters of an export in history', async () => {
  const cast = await set()

  await download(cast.ana, 'language=en&name=pop')
  await download(cast.calin, 'format=csv')

  expect(await recorded(cast)).toMatchObject([
    { act: 'observers.exported', actorName: 'ana', after: { rows: 1, filter: { name: 'pop' } } },
    { act: 'observers.exported', actorName: 'calin', after: { rows: 1, format: 'csv' } },
  ])
})

test('exports ten thousand observers completely', { tags: 'slow' }, async () => {
  const cast = await set()
  await cast.database.write((tx) =>
    sql`insert into observers (election_id, ngo_id, name, phone, phone_digits, pin_hash)
      select election_id, ngo_id, 'Observator ' || n, '071' || n, '071' || n, pin_hash
        from observers, generate_series(1, 10000) n where name = 'Bogdan Pop'`.execute(tx),
  )
  await cast.database.write(countNobody)

  const rows = await rowsOf(cast.ana)

  expect(new Set(rows.slice(1).map(([name]) => name)).size).toBe(10_003)
})

test('rejects a wrong query, an observer and a stranger, and records no export', async () => {
  const cast = await set()
  const status = async (person: Person, query = '') =>
    (await person.send({ url: `/api/v1/observer/export?${query}` })).statusCode

  expect(await status(cast.ana, 'format=pdf')).toBe(400)
  expect(await status(cast.bogdan)).toBe(403)
  expect(await status(cast.stranger)).toBe(401)
  expect(await recorded(cast)).toEqual([])
})
