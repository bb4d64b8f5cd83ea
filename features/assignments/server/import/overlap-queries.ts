import { sql } from 'kysely'
import type { Tx } from '#database/open.ts'
import type { Columns } from '#database/rows.ts'
import { fault } from '#kit/contract/import/fault.ts'
import type { WrongRow } from '#kit/contract/import/rows.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { CheckedRow } from '#kit/server/sheets/import.ts'
import type { PlanValues } from '../change-queries.ts'

export type StoredShift = PlanValues & Columns<'assignments', 'id' | 'revision' | 'cutUntil'>

/** A valid row, with the stored assignment if there is one. */
export type Ready = PlanValues & {
  readonly id: Id<'assignments'> | undefined
  readonly before?: StoredShift | undefined
}

/** `placeId`: those that are merged are one place. */
type Place = Columns<'pollingStations', 'id' | 'number'> & {
  readonly placeId: number
  readonly area: string
}

/**
 * Refuses a new shift of an observer who is at another station at that time, as stored or by the rows before; teams that
 * go from one station to another may be.
 */
export function overlapJudge(tx: Tx, electionId: Id<'elections'>, file: string) {
  const shifts = new Map<number, readonly Ready[]>()
  const places = new Map<number, Place>()
  const read = async (rows: readonly CheckedRow<Ready>[]) => {
    const observers = rows.map(({ value }) => value.observerId).filter((id) => !shifts.has(id))
    for (const id of observers) shifts.set(id, [])
    const stored = await listShifts(tx, electionId, observers)
    for (const one of stored)
      shifts.set(one.observerId, [...(shifts.get(one.observerId) ?? []), one])
    const named = [...stored, ...rows.map(({ value }) => value)]
    const unknown = named
      .map(({ pollingStationId }) => pollingStationId)
      .filter((id) => !places.has(id))
    for (const place of await listPlaces(tx, electionId, unknown)) places.set(place.id, place)
  }
  const isElsewhere = (one: PlanValues, other: PlanValues) =>
    !(one.isMobile && other.isMobile) &&
    one.from < other.until &&
    other.from < one.until &&
    places.get(one.pollingStationId)?.placeId !== places.get(other.pollingStationId)?.placeId

  return async (
    rows: readonly CheckedRow<Ready>[],
    wrong: WrongRow[],
  ): Promise<CheckedRow<Ready>[]> => {
    await read(rows)
    return rows.filter(({ line, fate, value }) => {
      const own = shifts.get(value.observerId) ?? []
      const other = fate === 'added' ? own.find((one) => isElsewhere(one, value)) : undefined
      const place = other && places.get(other.pollingStationId)
      if (place) {
        const { area, number } = place
        wrong.push({ file, line, faults: [fault('shift.elsewhere', { area, number }, 'number')] })
        return false
      }
      const others = own.filter(({ id }) => id === undefined || id !== value.id)
      shifts.set(value.observerId, [...others, value])
      return true
    })
  }
}

async function listShifts(
  tx: Tx,
  electionId: Id<'elections'>,
  observerIds: readonly number[],
): Promise<Ready[]> {
  const { rows } = await sql<Ready>`
    select id, observer_id, polling_station_id, from_at as "from", until_at as until, is_mobile
      from assignments
     where election_id = ${electionId} and observer_id = any(${observerIds}::integer[]) and deleted_at is null
     order by from_at, id`.execute(tx)
  return rows
}

async function listPlaces(
  tx: Tx,
  electionId: Id<'elections'>,
  ids: readonly number[],
): Promise<Place[]> {
  const { rows } = await sql<Place>`
    select s.id, s.number, s.counted_as as place_id, r.name as area
      from polling_stations s
      join areas r on r.election_id = s.election_id and r.id = s.area_id
     where s.election_id = ${electionId} and s.id = any(${ids}::integer[])`.execute(tx)
  return rows
}
