import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { visits } from '#features/visits/contract.ts'
import { waitingForARow } from '#testing/locks.ts'
import { type Stage, stage } from '#testing/stage.ts'
import { type County, places } from '../contract.ts'

const set = stage()

const brasov = { name: ' Brașov ', code: 'BV', numberOfPollingStations: 4, diaspora: false }
const list = async ({ ana }: Stage) => ana.call(places.counties)
const codes = async (cast: Stage) => (await list(cast)).map(({ code }) => code)
const idOf = async (cast: Stage, code: string) =>
  (await list(cast)).find((county) => county.code === code)!.id
const report = ({ bogdan }: Stage, countyCode: string, pollingStationNumber: number) =>
  bogdan.call(visits.report, { body: { countyCode, pollingStationNumber, urbanArea: true } })

test('adds a county with its stations, and accepts reports from them', async () => {
  const cast = await set('flat')

  const id = await cast.ana.call(places.addCounty, { body: brasov })

  expect(await cast.ana.call(places.county, { params: { id } })).toMatchObject({
    name: 'Brașov',
    code: 'BV',
    numberOfPollingStations: 4,
    limit: 4,
  })
  await report(cast, 'BV', 4)
  const unplaced = await cast.database.primary.selectFrom('unplaced').selectAll().execute()
  expect(unplaced).toEqual([])
})

test('adds stations when a county’s count rises, and removes the last ones when it falls', async () => {
  const cast = await set('flat')
  const id = await idOf(cast, 'AB')
  const edit = (numberOfPollingStations: number) =>
    cast.ana.call(places.editCounty, {
      params: { id },
      body: { name: 'Alba', code: 'AB', numberOfPollingStations },
    })

  await edit(5)
  expect((await list(cast))[0]).toMatchObject({ numberOfPollingStations: 5, limit: 5 })
  await edit(1)
  expect((await list(cast))[0]).toMatchObject({ numberOfPollingStations: 1, limit: 1 })
})

test('refuses to remove a station that has reports', async () => {
  const cast = await set('flat')
  await report(cast, 'AB', 3)

  const edit = cast.ana.call(places.editCounty, {
    params: { id: await idOf(cast, 'AB') },
    body: { name: 'Altfel', code: 'AB', numberOfPollingStations: 2 },
  })

  await expect(edit).rejects.toMatchObject({
    code: 'county.stations-have-data',
    details: { highestWithData: 3 },
  })
  expect((await list(cast))[0]).toMatchObject({ name: 'Alba', numberOfPollingStations: 3 })
})

test('refuses to change a county’s station count when municipalities hold the stations', async () => {
  const cast = await set('nested')
  const id = await idOf(cast, 'AB')
  const body = { name: 'Alba Iulia', code: 'AB' }

  await cast.ana.call(places.editCounty, {
    params: { id },
    body: { ...body, numberOfPollingStations: 5 },
  })
  expect((await list(cast))[0]).toMatchObject({ name: 'Alba Iulia', numberOfPollingStations: 5 })
  await expect(
    cast.ana.call(places.editCounty, {
      params: { id },
      body: { ...body, numberOfPollingStations: 9 },
    }),
  ).rejects.toMatchObject({ code: 'county.counts-its-areas' })
})

test('keeps counties in the order they were dragged to, or moves one to the top', async () => {
  const cast = await set('flat')
  await cast.ana.call(places.addCounty, { body: brasov })
  const counties = await list(cast)

  await cast.ana.call(places.orderCounties, { body: [...counties].reverse() })
  expect(await codes(cast)).toEqual(['BV', 'CJ', 'AB'])
  await cast.ana.call(places.moveCountyToFirst, { body: { id: await idOf(cast, 'AB') } })
  expect(await codes(cast)).toEqual(['AB', 'BV', 'CJ'])
})

test('orders counties by requests of the first system’s clients, and returns the order', async () => {
  const cast = await set('flat')
  await cast.ana.call(places.addCounty, { body: brasov })
  const counties = await list(cast)
  const [ab, cj, bv] = counties
  const post = async (path: string, payload: object) => {
    const reply = await cast.ana.send({ method: 'POST', url: `/api/v1/county/${path}`, payload })
    expect(reply.statusCode).toBe(200)
    return reply.json().map(({ code }: { code: string }) => code)
  }

  const orders = [
    { counties: { countries: [bv, cj, ab] } },
    { counties: [cj, bv, ab] },
    [ab, bv, cj],
  ]
  const outcomes = []
  for (const order of orders) outcomes.push(await post('update-order', order))
  const first = []
  for (const one of [{ county: { country: cj } }, { county: bv }, ab!])
    first.push(await post('move-to-first', one))

  expect(outcomes).toEqual([
    ['BV', 'CJ', 'AB'],
    ['CJ', 'BV', 'AB'],
    ['AB', 'BV', 'CJ'],
  ])
  expect(first).toEqual([
    ['CJ', 'AB', 'BV'],
    ['BV', 'CJ', 'AB'],
    ['AB', 'BV', 'CJ'],
  ])
  expect(await codes(cast)).toEqual(['AB', 'BV', 'CJ'])
})

test('keeps the later of two concurrent orders, not a mixture', async () => {
  const cast = await set('flat')
  const { ana, database } = cast
  await ana.call(places.addCounty, { body: brasov })
  const [ab, cj, bv] = (await list(cast)).map(({ id }) => ({ id }))
  await ana.call(places.orderCounties, { body: [ab!, cj!, bv!] })

  const orders = await database.write(async (tx) => {
    await sql`select from areas where id = ${ab?.id} for update`.execute(tx)
    const one = ana.call(places.orderCounties, { body: [bv!, ab!, cj!] })
    await expect.poll(() => waitingForARow(database), { timeout: 15_000 }).toBe(1)
    const other = ana.call(places.orderCounties, { body: [bv!, cj!, ab!] })
    await expect.poll(() => waitingForARow(database), { timeout: 15_000 }).toBe(2)
    return [one, other]
  })
  await Promise.all(orders)

  expect(await codes(cast)).toEqual(['BV', 'CJ', 'AB'])
})

test('deletes a county without reports, with its areas and stations', async () => {
  const cast = await set('nested')

  await cast.ana.call(places.removeCounty, { body: { id: await idOf(cast, 'AB') } })

  expect(await codes(cast)).toEqual(['CJ'])
  const stations = await cast.database.primary.selectFrom('pollingStations').select('id').execute()
  expect(stations).toHaveLength(2)
})

test('refuses to delete a county with reports, and gives the reason', async () => {
  const cast = await set('flat')
  await report(cast, 'CJ', 1)

  const removed = cast.ana.call(places.removeCounty, { body: { id: await idOf(cast, 'CJ') } })

  await expect(removed).rejects.toMatchObject({ code: 'county.has-data' })
  expect(await codes(cast)).toEqual(['AB', 'CJ'])
})

test.each([
  [
    'deleted',
    'county.has-data',
    ({ ana }: Stage, id: County['id']) => ana.call(places.removeCounty, { body: { id } }),
  ],
  [
    'given fewer stations',
    'county.stations-have-data',
    ({ ana }: Stage, id: County['id']) =>
      ana.call(places.editCounty, {
        params: { id },
        body: { name: 'Alba', code: 'AB', numberOfPollingStations: 1 },
      }),
  ],
])('refuses to let a county be %s during a report from it', async (_, code, change) => {
  const cast = await set('flat')
  const id = await idOf(cast, 'AB')

  const changing = await cast.database.write(async (tx) => {
    // A stored report that is not committed yet.
    await sql`insert into visits
                (election_id, observer_id, polling_station_id, ngo_id, county_id, last_modified)
              select s.election_id, o.id, s.id, o.ngo_id, s.county_id, now()
                from polling_stations s, observers o
               where s.id = ${cast.field.stationId('AB', 3)} and o.name = 'Bogdan Pop'`.execute(tx)
    const outcome = change(cast, id).catch((refusal: unknown) => refusal)
    await expect.poll(() => waitingForARow(cast.database), { timeout: 15_000 }).toBe(1)
    return { outcome }
  })

  expect(await changing.outcome).toMatchObject({ code })
  expect((await list(cast))[0]).toMatchObject({ code: 'AB', numberOfPollingStations: 3 })
})

test('rejects a county code that is taken', async () => {
  const cast = await set('flat')

  const added = cast.ana.call(places.addCounty, { body: { ...brasov, code: 'CJ' } })

  await expect(added).rejects.toMatchObject({
    code: 'county.code-taken',
    details: { countyCode: 'CJ' },
  })
})

test('returns not found for an unknown county, and rejects an empty name', async () => {
  const { ana, field } = await set('nested')
  const missing = { code: 'thing.not-found' }
  const municipality = await ana.call(places.municipalitiesOfCounty, { params: { code: 'AB' } })
  const { id } = municipality[0]!

  await expect(ana.call(places.county, { params: { id } })).rejects.toMatchObject(missing)
  await expect(ana.call(places.removeCounty, { body: { id } })).rejects.toMatchObject(missing)
  await expect(
    ana.call(places.addCounty, { body: { ...brasov, name: '  ' } }),
  ).rejects.toMatchObject({ details: { errors: { name: expect.anything() } } })
  expect(field.stationId('AB1', 1)).toBeGreaterThan(0)
})

test('lets only the organiser change places, and every session read them', async () => {
  const { calin, bogdan, stranger } = await set('flat')

  await expect(calin.call(places.addCounty, { body: brasov })).rejects.toMatchObject({
    code: 'session.forbidden',
  })
  await expect(bogdan.call(places.addCounty, { body: brasov })).rejects.toMatchObject({
    code: 'session.forbidden',
  })
  await expect(stranger.call(places.counties)).rejects.toMatchObject({ code: 'session.missing' })
  expect(await calin.call(places.counties)).toHaveLength(2)
})

test('changes the county of a code that the file writes in other capitals', async () => {
  const { ana } = await set('flat')
  const bytes = Buffer.from('Code,Name\nab,Alba Nouă\nxy,Nou\n')

  const report = await ana.call(places.importCounties, { body: {} }, [{ name: 'c.csv', bytes }])

  expect(report).toMatchObject({ added: 1, changed: 1 })
  expect((await ana.call(places.counties)).map(({ code, name }) => `${code} ${name}`)).toEqual([
    'AB Alba Nouă',
    'CJ Cluj',
    'xy Nou',
  ])
})
