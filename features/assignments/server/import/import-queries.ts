import { sql } from 'kysely'
import type { Tx } from '#database/open.ts'
import type { Columns } from '#database/rows.ts'
import { analyzeAsTheyGrow } from '#database/statistics.ts'
import { getHomeCountry } from '#features/elections/server/queries.ts'
import { findKnown } from '#features/observers/server/import/known-queries.ts'
import { addressKeyOf } from '#features/places/domain.ts'
import { findStations } from '#features/places/server/queries.ts'
import { keyOf, readPhone } from '#features/session/server/sign-in/phone-queries.ts'
import { fault } from '#kit/contract/import/fault.ts'
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
import { neededOfPlan, planHeadings } from '../../columns.ts'
import { type PlannedRow, planReader } from '../../domain.ts'
import { insertAssignments, type PlanValues } from '../change-queries.ts'
import { withAreaCodes } from './area-queries.ts'
import { keepImported } from './imported-queries.ts'
import { type Ready, type Refused, withoutOverlaps } from './overlap-queries.ts'
import { planUndoer } from './undo-queries.ts'

/** Who imports, and under which import what it did is kept; none where it only checks. */
export type PlanImportContext = {
  readonly who: Pick<StaffActor, 'scope' | 'timezone' | 'name'>
  readonly importId?: Id<'imports'>
  /** Whoever would be at two places at once is refused, and not only named in the plan. */
  readonly refusesOverlaps?: boolean
}

/** Imports a plan, or only checks it; whoever is assigned to a station from that moment already is changed. */
export async function importPlan(
  tx: Tx,
  into: PlanImportContext,
  table: Table,
  settings: ImportSettings,
): Promise<ImportReport> {
  const { who } = into
  const { electionId } = who.scope
  await planUndoer.takeTurn(tx, who.scope, table, settings)
  const country = await getHomeCountry(tx, electionId)
  const { file } = table
  const analyze = analyzeAsTheyGrow(['assignments'])
  const steps = {
    headings: planHeadings,
    needed: neededOfPlan,
    secret: [],
    read: planReader(file, who.timezone, (phone) => keyOf(readPhone(phone, country))),
    judge: async (rows: readonly ParsedRow<PlannedRow>[], wrong: WrongRow[]) => {
      const found = await withAreaCodes(tx, electionId, rows)
      const judged = await judge(tx, into, country, found)
      return judged.flatMap((one) => {
        if (!('faults' in one)) return [one]
        wrong.push({ file, ...one })
        return []
      })
    },
    store: async (rows: readonly CheckedRow<Ready>[]) => {
      const stored = await store(tx, into, rows)
      await analyze(tx, stored.added)
      return stored
    },
  }
  return importTable(table, steps, settings)
}

async function judge(
  tx: Tx,
  { who: { scope }, importId, refusesOverlaps = false }: PlanImportContext,
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
  const compared = await compare(tx, scope.electionId, named, importId !== undefined)
  return refusesOverlaps ? withoutOverlaps(tx, scope.electionId, compared) : compared
}

/** @param isKept what is stored is to be changed: locked, so that nobody edits what is taken for what it was before */
async function compare(
  tx: Tx,
  electionId: Id<'elections'>,
  named: readonly (ParsedRow<PlanValues> | Refused)[],
  isKept: boolean,
): Promise<(CheckedRow<Ready> | Refused)[]> {
  const wanted = named.flatMap((one) => ('value' in one ? [one.value] : []))
  const { rows } = await sql<PlanValues & { id: Id<'assignments'> }>`
    with wanted as materialized (
      select * from unnest(${wanted.map(({ observerId }) => observerId)}::integer[],
                  ${wanted.map(({ pollingStationId }) => pollingStationId)}::integer[],
                  ${wanted.map(({ from }) => from)}::timestamptz[]) as w (observer_id, polling_station_id, from_at)
    ), planned as materialized (
      -- Whoever is to be at a station that is merged is so under any of its names, unless the file has that one as well.
      select a.id, w.observer_id, w.polling_station_id, w.from_at, a.until_at, a.is_mobile, s.id <> p.id as is_other
        from wanted w
        join polling_stations p on p.election_id = ${electionId} and p.id = w.polling_station_id
        join polling_stations s on s.election_id = ${electionId} and s.counted_as = p.counted_as
        join assignments a on a.election_id = ${electionId} and a.observer_id = w.observer_id
                          and a.polling_station_id = s.id and a.from_at = w.from_at and a.deleted_at is null
       where s.id = p.id or not exists (select from wanted o
                                         where o.observer_id = a.observer_id and o.from_at = a.from_at
                                           and o.polling_station_id = a.polling_station_id)
             ${isKept ? sql`order by a.id for no key update of a` : sql``}
    )
    select distinct on (observer_id, polling_station_id, from_at)
           id, observer_id, polling_station_id, from_at as "from", until_at as until, is_mobile
      from planned
     order by observer_id, polling_station_id, from_at, is_other, id`.execute(tx)
  const key = ({ observerId, pollingStationId, from }: PlanValues) =>
    `${observerId} ${pollingStationId} ${from.getTime()}`
  const stored = new Map(rows.map((row) => [key(row), row]))
  return named.map((one) => {
    if (!('value' in one)) return one
    const { line, value } = one
    const before = stored.get(key(value))
    if (!before) return { line, fate: 'added', value: { ...value, id: undefined } }
    const ready = { ...value, id: before.id, before }
    const changes = differing(inFile(before), inFile(value))
    return Object.keys(changes).length === 0
      ? { line, fate: 'unchanged', value: ready }
      : { line, fate: 'changed', changes, value: ready }
  })
}

const inFile = ({ until, isMobile }: PlanValues) => ({
  until: until.toISOString(),
  mobile: isMobile,
})

async function store(
  tx: Tx,
  { who: { scope, name }, importId }: PlanImportContext,
  rows: readonly CheckedRow<Ready>[],
) {
  const news = rows.flatMap(({ value }) => (value.id === undefined ? [value] : []))
  const known = rows.flatMap(({ value }) => (value.id === undefined ? [] : [value]))
  const ids = await insertAssignments(tx, scope.electionId, news)
  const added = ids.flatMap((id) => (id === undefined ? [] : [{ id, revision: 1 }]))
  const { rows: changed } = await sql<Columns<'assignments', 'id' | 'revision'>>`
    update assignments a set until_at = n.until_at, is_mobile = n.is_mobile, changing = ${name},
                             cut_until = case when a.until_at = n.until_at then a.cut_until end
      from unnest(${known.map(({ id }) => id)}::integer[], ${known.map(({ until }) => until)}::timestamptz[],
                  ${known.map(({ isMobile }) => isMobile)}::boolean[]) as n (id, until_at, is_mobile)
     where a.election_id = ${scope.electionId} and a.id = n.id and a.deleted_at is null
    returning a.id, a.revision`.execute(tx)
  const before = new Map(known.map((one) => [one.id, one.before]))
  if (importId !== undefined)
    await keepImported(tx, { electionId: scope.electionId, importId }, [
      ...added,
      ...changed.map((one) => ({ ...one, before: before.get(one.id) })),
    ])
  return { added: added.length, changed: changed.length }
}
