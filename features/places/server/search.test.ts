import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Person, type Stage, stage } from '#testing/stage.ts'
import { places } from '../contract.ts'

const set = stage()

/** Realistic Romanian addresses: one in Dej, and one in each municipality of Alba. */
async function withStreets(places: 'nested' | 'flat' = 'nested'): Promise<Stage> {
  const cast = await set(places)
  await cast.database.write((tx) =>
    sql`update polling_stations s set name = said.name, address = said.address
          from areas a, (values
            ('AB1', 1, 'Liceul „Bethlen Gábor”', 'str. Ștefan cel Mare 12'),
            ('AB2', 2, 'Școala nr. 3', 'str. Horea 2'),
            ('CJ1', 1, 'Casa de Cultură', 'str. 1 Decembrie 1918 nr. 21')
          ) said (code, number, name, address)
         where a.election_id = s.election_id and a.id = s.area_id and a.code = said.code
           and s.number = said.number`.execute(tx),
  )
  return cast
}

const search = (person: Person, text: string) => person.call(places.search, { query: { text } })

const stationsOf = async (person: Person, text: string) =>
  (await search(person, text)).stations.map(({ county, municipality, number }) =>
    [county, municipality, number].filter((part) => part !== '').join(' '),
  )

test.each([
  ['3', ['Alba Aiud 3']],
  ['CJ 2', ['Cluj Dej 2']],
  ['dej 2', ['Cluj Dej 2']],
  ['1, alba', ['Alba Aiud 1', 'Alba Blaj 1']],
  ['2 ab2', ['Alba Blaj 2']],
  ['stefan', ['Alba Aiud 1']],
  ['ŞTEFAN cel mare', ['Alba Aiud 1']],
  ['scoala blaj', ['Alba Blaj 2']],
  ['decembrie 1918', ['Cluj Dej 1']],
  ['stefan 12', ['Alba Aiud 1']],
  ['cultura 9', []],
  ['12', []],
  ['100%', []],
])('finds the matching stations for “%s”', async (text, expected) => {
  const { calin } = await withStreets()

  expect(await stationsOf(calin, text)).toEqual(expected)
})

test('reads a number as a station’s number before part of an address', async () => {
  const { ana } = await withStreets()

  expect(await stationsOf(ana, 'horea 2')).toEqual(['Alba Blaj 2'])
  expect(await stationsOf(ana, '21 cultura')).toEqual(['Cluj Dej 1'])
  expect(await stationsOf(ana, '191')).toEqual([])
})

test('returns where a found station is', async () => {
  const { ana } = await withStreets()
  const [alba] = await ana.call(places.counties)
  const listed = await ana.call(places.stations, { params: { id: alba!.id } })
  const aiud = listed.find(({ municipality, number }) => municipality === 'Aiud' && number === 1)!

  const { stations } = await search(ana, 'bethlen')

  expect(stations).toEqual([
    {
      id: aiud.id,
      number: 1,
      name: 'Liceul „Bethlen Gábor”',
      address: 'str. Ștefan cel Mare 12',
      county: 'Alba',
      countyId: alba!.id,
      municipality: 'Aiud',
      municipalityId: aiud.municipalityId,
    },
  ])
})

test('finds municipalities by name, by code and by county', async () => {
  const { ana } = await set()
  const found = async (text: string) =>
    (await search(ana, text)).municipalities.map(({ name, county }) => `${name}, ${county}`)

  expect(await found('AIUD')).toEqual(['Aiud, Alba'])
  expect(await found('cj1')).toEqual(['Dej, Cluj'])
  expect(await found('alba bl')).toEqual(['Blaj, Alba'])
  expect(await found('aiud cj')).toEqual([])
  expect(await found('1')).toEqual([])
  expect(await found(',')).toEqual([])
})

test('finds stations of undivided counties, but no municipality', async () => {
  const { ana } = await set('flat')

  const { municipalities, stations } = await search(ana, 'AB 3')

  expect(municipalities).toEqual([])
  expect(stations).toMatchObject([
    { number: 3, county: 'Alba', municipality: '', municipalityId: null },
  ])
})

test('finds nothing outside the county an account is limited to', async () => {
  const { ana, sanda } = await withStreets()

  expect(await stationsOf(ana, '1')).toEqual(['Alba Aiud 1', 'Alba Blaj 1', 'Cluj Dej 1'])
  expect(await stationsOf(sanda, '1')).toEqual(['Cluj Dej 1'])
  expect(await search(sanda, 'horea')).toEqual({ municipalities: [], stations: [] })
  expect((await search(sanda, 'aiud')).municipalities).toEqual([])
})

test('finds a station by the new name of its county, not the former', async () => {
  const cast = await set('flat')
  const [alba] = await cast.ana.call(places.counties)
  const body = { name: 'Țara Moților', code: 'TM' }

  await cast.ana.call(places.editCounty, { params: { id: alba!.id }, body })

  expect(await stationsOf(cast.ana, 'alba 1')).toEqual([])
  expect(await stationsOf(cast.ana, 'tara motilor 1')).toEqual(['Țara Moților 1'])
})
