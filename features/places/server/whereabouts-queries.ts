import { sql } from 'kysely'
import type { Db, Tx } from '#database/open.ts'
import type { Column, Columns } from '#database/rows.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope } from '#kit/contract/who.ts'
import type { Home, Outline, Placed } from '../whereabouts-domain.ts'

/** The outlines of counties, by county. */
export type Outlines = ReadonlyMap<Id<'areas'>, Outline>

/** Reads them; a later feature keeps them. */
export type ReadOutlines = (db: Db | Tx, scope: Scope) => Promise<Outlines>

type KnownHome = Columns<'areas', 'id' | 'code' | 'name' | 'isDiaspora'>

/** The counties by code, with their known location. */
export async function readHomes(
  db: Db | Tx,
  electionId: Id<'elections'>,
  outlines: Outlines,
): Promise<ReadonlyMap<string, Home>> {
  const { rows } = await sql<KnownHome>`
    select c.id, c.code, c.name, c.is_diaspora from areas c
     where c.election_id = ${electionId} and c.id = c.county_id`.execute(db)
  return new Map(
    rows.map(({ id, code, name, isDiaspora }) => [
      code,
      { name, isDiaspora, outline: outlines.get(id) },
    ]),
  )
}

/** A station with coordinates, and its number in its area. */
export type LocatedStation = Placed & { readonly number: number }

type LocatedRow = Omit<LocatedStation, 'at'> & {
  readonly latitude: Column<'pollingStations', 'latitude'>
  readonly longitude: Column<'pollingStations', 'longitude'>
}

/** All stations with coordinates, or those of a county. */
export async function listLocated(
  db: Db | Tx,
  electionId: Id<'elections'>,
  countyId: Id<'areas'> | null = null,
): Promise<LocatedStation[]> {
  const { rows } = await sql<LocatedRow>`
    select c.code as county, a.code as area, s.number, s.latitude, s.longitude,
           coalesce(nullif(s.address, ''), nullif(s.name, ''), s.number::text) as address
      from polling_stations s
      join areas a on a.election_id = s.election_id and a.id = s.area_id
      join areas c on c.election_id = a.election_id and c.id = a.county_id
     where s.election_id = ${electionId} and s.latitude is not null
           ${countyId === null ? sql`` : sql`and s.county_id = ${countyId}`}`.execute(db)
  return rows.map(({ latitude, longitude, ...rest }) => ({
    ...rest,
    at: { latitude: Number(latitude), longitude: Number(longitude) },
  }))
}
