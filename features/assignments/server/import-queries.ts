import { sql } from 'kysely'
import type { Tx } from '#database/open.ts'
import { getHomeCountry } from '#features/elections/server/queries.ts'
import { findKnown } from '#features/observers/server/import/known-queries.ts'
import { addressKeyOf } from '#features/places/domain.ts'
import { findStations } from '#features/places/server/queries.ts'
import { keyOf, readPhone } from '#features/session/server/sign-in/phone-queries.ts'
import { type Fault, fault } from '#kit/contract/import/fault.ts'
import type { ImportReport } from '#kit/contract/import/import.ts'
import type { ParsedRow, Table, WrongRow } from '#kit/contract/import/rows.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { StaffActor } from '#kit/contract/who.ts'
import {
  type CheckedRow,
  differing,
  type ImportSettings,
  importTable,
} from '#kit/server/sheets/import.ts'
import { lockImport } from '#kit/server/sheets/import-lock.ts'
import { neededOfPlan, planHeadings } from '../columns.ts'
import { type PlannedRow, planReader } from '../domain.ts'
import { insertAssignments, type PlanValues } from './change-queries.ts'

type Ready = PlanValues & { readonly id: Id<'assignments'> | undefined }

/** Imports a plan, or only checks it; whoever is assigned to a station from that moment already is changed. */
export async function importPlan(
  tx: Tx,
  who: Pick<StaffActor, 'scope' | 'timezone' | 'name'>,
  table: Table,
  settings: ImportSettings,
): Promise<ImportReport> {
  const { electionId } = who.scope
  if (!settings.isDry) await lockImport(tx, electionId, 'plan')
  const country = await getHomeCountry(tx, electionId)
  const { file } = table
  const steps = {
    headings: planHeadings,
    needed: neededOfPlan,
    secret: [],
    read: planReader(file, who.timezone, (phone) => keyOf(readPhone(phone, country))),
    judge: async (rows: readonly ParsedRow<PlannedRow>[], wrong: WrongRow[]) => {
      const judged = await judge(tx, who, country, rows)
      return judged.flatMap((one) => {
        if (!('faults' in one)) return [one]
        wrong.push({ file, ...one })
        return []
      })
    },
    store: (rows: readonly CheckedRow<Ready>[]) => store(tx, who, rows),
  }
  return importTable(table, steps, settings)
}

type Refused = { readonly line: number; readonly faults: readonly Fault[] }

async function judge(
  tx: Tx,
  { scope }: Pick<StaffActor, 'scope'>,
  country: string,
  rows: readonly ParsedRow<PlannedRow>[],
): Promise<(CheckedRow<Ready> | Refused)[]> {
  const phones = rows.map(({ value }) => readPhone(value.phone, country))
  const known = await findKnown(tx, scope.electionId, phones, { isKept: false })
  const stations = await findStations(
    tx,
    scope.electionId,
    rows.map(({ value }) => value),
  )
  const named = rows.map(({ line, value }, index) => {
    const found = (known[index] ?? []).filter(
      ({ ngoId }) => scope.ngoId === null || ngoId === scope.ngoId,
    )
    const [observer, other] = found
    const station = stations.get(addressKeyOf(value))
    const { phone, pollingStationNumber: number } = value
    const why = [
      !observer && fault('observer.unknown', { phone }, 'phone'),
      other &&
        fault(
          'phone.of-several',
          { phone, phones: found.map((one) => one.phone).join(', ') },
          'phone',
        ),
      !station &&
        fault(
          'station.unknown',
          { number, code: value.municipalityCode ?? value.countyCode },
          'number',
        ),
    ].filter((one) => one !== false && one !== undefined)
    if (!observer || !station || why.length > 0) return { line, faults: why }
    const { from, until, isMobile } = value
    return {
      line,
      value: { observerId: observer.id, pollingStationId: station.id, from, until, isMobile },
    }
  })
  return compare(tx, scope.electionId, named)
}

async function compare(
  tx: Tx,
  electionId: Id<'elections'>,
  named: readonly (ParsedRow<PlanValues> | Refused)[],
): Promise<(CheckedRow<Ready> | Refused)[]> {
  const wanted = named.flatMap((one) => ('value' in one ? [one.value] : []))
  const { rows } = await sql<PlanValues & { id: Id<'assignments'> }>`
    select a.id, a.observer_id, a.polling_station_id, a.from_at as "from", a.until_at as until, a.is_mobile
      from unnest(${wanted.map(({ observerId }) => observerId)}::integer[],
                  ${wanted.map(({ pollingStationId }) => pollingStationId)}::integer[],
                  ${wanted.map(({ from }) => from)}::timestamptz[]) as w (observer_id, polling_station_id, from_at)
      join assignments a on a.election_id = ${electionId} and a.observer_id = w.observer_id
                        and a.polling_station_id = w.polling_station_id and a.from_at = w.from_at
                        and a.deleted_at is null`.execute(tx)
  const key = ({ observerId, pollingStationId, from }: PlanValues) =>
    `${observerId} ${pollingStationId} ${from.getTime()}`
  const stored = new Map(rows.map((row) => [key(row), row]))
  return named.map((one) => {
    if (!('value' in one)) return one
    const { line, value } = one
    const before = stored.get(key(value))
    if (!before) return { line, fate: 'added', value: { ...value, id: undefined } }
    const changes = differing(inFile(before), inFile(value))
    const fate = Object.keys(changes).length > 0 ? 'changed' : 'unchanged'
    return { line, fate, changes, value: { ...value, id: before.id } }
  })
}

const inFile = ({ until, isMobile }: PlanValues) => ({
  until: until.toISOString(),
  mobile: isMobile,
})

async function store(
  tx: Tx,
  { scope, name }: Pick<StaffActor, 'scope' | 'name'>,
  rows: readonly CheckedRow<Ready>[],
) {
  const news = rows.flatMap(({ value }) => (value.id === undefined ? [value] : []))
  const known = rows.flatMap(({ value }) => (value.id === undefined ? [] : [value]))
  const added = await insertAssignments(tx, scope.electionId, news)
  const { rows: changed } = await sql`
    update assignments a set until_at = n.until_at, is_mobile = n.is_mobile, changing = ${name}
      from unnest(${known.map(({ id }) => id)}::integer[], ${known.map(({ until }) => until)}::timestamptz[],
                  ${known.map(({ isMobile }) => isMobile)}::boolean[]) as n (id, until_at, is_mobile)
     where a.election_id = ${scope.electionId} and a.id = n.id
    returning a.id`.execute(tx)
  return { added: added.filter((id) => id !== undefined).length, changed: changed.length }
}
