import { places } from '#features/places/contract.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { query } from '../cluster.ts'
import {
  addressOf,
  counties,
  countyOf,
  municipalityOf,
  stationsPerMunicipality,
} from '../data/shape.ts'
import { type Act, callOf, type StaffContext } from './office.ts'

const many = ({ stage }: StaffContext) => Math.round(20_000 * stage.shape.share)

const county = async ({ url }: StaffContext) => {
  const [row] = await query(
    url,
    `select count(*)::integer as stations from polling_stations where county_id = 1`,
  )
  return Number(row?.['stations'])
}

const resize = (office: StaffContext, numberOfPollingStations: number) =>
  callOf(office)(places.editCounty, {
    params: { id: 1 as Id<'areas'> },
    body: { name: 'Județul 1', code: 'J1', diaspora: false, numberOfPollingStations },
  })

/** Removes the municipalities of the first county, and numbers its stations from 1. */
export const flattening = `
  update elections set level_names = '["Județ"]';
  update polling_stations s set area_id = 1, number = n.number
    from (select id, row_number() over (order by id) as number
            from polling_stations where county_id = 1) n
   where s.id = n.id;
  delete from areas where level = 2 and county_id = 1`

/** The address of such a station. */
export const flatAddressOf = (station: number) => {
  const municipality = municipalityOf(station)
  if (countyOf(municipality) !== 0) return addressOf(station)
  const before = Math.floor(municipality / counties) * stationsPerMunicipality
  return {
    countyCode: 'J1',
    pollingStationNumber: before + (station % stationsPerMunicipality) + 1,
  }
}

export const actsOnCounties: readonly Act[] = [
  {
    what: 'a county grown by very many stations',
    prepare: async (office) => {
      const before = await county(office)
      return () => resize(office, before + many(office))
    },
  },
  {
    what: 'the county shrunk again',
    prepare: async (office) => {
      const before = await county(office)
      return () => resize(office, before - many(office))
    },
  },
  {
    what: 'its stations brought back',
    prepare: async (office) => {
      const stationIds = (await query(office.url, takenOut)).map(
        ({ id }) => Number(id) as Id<'pollingStations'>,
      )
      const params = { id: 1 as Id<'areas'> }
      return () => callOf(office)(places.restoreStations, { params, body: { stationIds } })
    },
  },
  {
    what: 'a county of very many stations deleted',
    prepare: async (office) => {
      const numberOfPollingStations = many(office)
      const body = { name: 'Nou', code: 'NOU', diaspora: false, numberOfPollingStations }
      const id = (await callOf(office)(places.addCounty, { body })) as Id<'areas'>
      return () => callOf(office)(places.removeCounty, { body: { id } })
    },
  },
  {
    what: 'the county brought back',
    prepare: async (office) => {
      const [row] = await query(office.url, deleted)
      const id = Number(row?.['id']) as Id<'areas'>
      return () => callOf(office)(places.restoreCounty, { body: { id } })
    },
  },
]

const takenOut = `
  select jsonb_path_query(before, '$.stations[*].id') as id from history
   where act = 'places.stations-deleted'`
const deleted = `select max(subject_id) as id from history where act = 'places.county-deleted'`
