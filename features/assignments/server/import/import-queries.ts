import { sql } from 'kysely'
import type { Tx } from '#database/open.ts'
import { analyzeAsTheyGrow } from '#database/statistics.ts'
import { getElection, getHomeCountry } from '#features/elections/server/queries.ts'
import { findKnown } from '#features/observers/server/import/known-queries.ts'
import { addressKeyOf } from '#features/places/domain.ts'
import { findStations } from '#features/places/server/queries.ts'
import { keyOf, readPhone } from '#features/session/server/sign-in/phone-queries.ts'
import type { ImportContext, ImportFile } from '#features/tasks/server/import/file-queries.ts'
import { keeping } from '#features/tasks/server/import/rows-queries.ts'
import { AskedImport } from '#features/tasks/server/runs.ts'
import { groupBy } from '#kit/contract/group.ts'
import { type Fault, fault } from '#kit/contract/import/fault.ts'
import { type ParsedRow, uniqueRows } from '#kit/contract/import/rows.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope } from '#kit/contract/who.ts'
import { markAll } from '#kit/server/projections/mark.ts'
import {
  type CheckedRow,
  differing,
  type ImportSteps,
  type StoredCounts,
} from '#kit/server/sheets/import.ts'
import { neededOfPlan, planHeadings } from '../../columns.ts'
import { type PlannedRow, planReader } from '../../domain.ts'
import { explainPlan } from '../../reason-domain.ts'
import { insertAssignments, type PlanValues } from '../change-queries.ts'
import { plannedObservers, plannedStations } from '../subjects.ts'
import { withCodes } from './area-queries.ts'
import { planTable, planUndoer } from './imported-queries.ts'
import { overlapJudge, type Ready, type StoredShift } from './overlap-queries.ts'

/** A file of the plan. An assignment with the same observer, station and start is updated. */
export const planImport: ImportFile = {
  kind: 'plan',
  act: 'assignments.imported',
  request: AskedImport,
  undoer: planUndoer,
  explain: explainPlan,
  ngoOf: ({ scope }) => scope.ngoId,
  steps: (context) => stepsOf(context, false),
  stored: async (tx, electionId) => {
    for (const one of [plannedStations, plannedObservers]) await markAll(tx, electionId, one)
  },
}

/** The plan of another election. Overlapping shifts are refused here, while the plan itself only marks them. */
export const planCopy: ImportFile = {
  ...planImport,
  act: 'assignments.copied',
  steps: (context) => stepsOf(context, true),
}

async function stepsOf(
  into: ImportContext,
  refusesOverlaps: boolean,
): Promise<ImportSteps<PlanValues, Ready>> {
  const { tx, who, electionId, importId, file } = into
  const country = await getHomeCountry(tx, electionId)
  const analyze = analyzeAsTheyGrow(['assignments'])
  const { day } = await getElection(tx, electionId)
  const { timezone } = who
  const doubted = new Map<number, readonly Fault[]>()
  const phoneKeyOf = (phone: string) => keyOf(readPhone(phone, country))
  const read = planReader(file, { day, timezone }, phoneKeyOf, doubted)
  const lines = new Map<string, number>()
  const compare = comparer(tx, electionId, lines, importId !== undefined)
  const refuseOverlaps = overlapJudge(tx, electionId, file)
  return {
    headings: planHeadings,
    needed: neededOfPlan,
    secret: [],
    read: async (rows, fields, wrong) => {
      const coded = await withCodes(tx, electionId, read(rows, fields, wrong))
      const found = await find(tx, who.scope, country, coded)
      const refused = found.filter((one) => 'faults' in one)
      for (const one of refused) wrong.push({ file, ...one })
      const named = found.filter((one) => 'value' in one)
      // A code and a name may mean the same station.
      return uniqueRows(file, named, shiftKeyOf, wrong, lines)
    },
    judge: async (rows, wrong) => {
      const compared = await compare(rows)
      return refusesOverlaps ? refuseOverlaps(compared, wrong) : compared
    },
    warn: (rows) =>
      rows.flatMap(({ line }) => (doubted.get(line) ?? []).map((one) => ({ line, fault: one }))),
    store: async (rows) => {
      const stored = await store(tx, into, rows)
      await analyze(tx, stored.added)
      return stored
    },
  }
}

type Refused = { readonly line: number; readonly faults: readonly Fault[] }

/** The observers and stations that rows name, or the reasons why there are none. */
async function find(
  tx: Tx,
  scope: Scope,
  country: string,
  rows: readonly ParsedRow<PlannedRow>[],
): Promise<(ParsedRow<PlanValues> | Refused)[]> {
  const phones = rows.map(({ value }) => readPhone(value.phone, country))
  const known = await findKnown(tx, scope.electionId, phones, { isKept: false })
  const stations = await findStations(
    tx,
    scope.electionId,
    rows.map(({ value }) => value),
  )
  return rows.map(({ line, value }, index) => {
    const found = (known[index] ?? []).filter(
      ({ ngoId }) => scope.ngoId === null || ngoId === scope.ngoId,
    )
    const [observer, other] = found
    const station = stations.get(addressKeyOf(value))
    const { phone } = value
    const why = [
      !observer && fault('observer.unknown', { phone }, 'phone'),
      other &&
        fault(
          'phone.of-several',
          { phone, phones: found.map((one) => one.phone).join(', ') },
          'phone',
        ),
      !station && faultOfPlace(value),
    ].filter((one) => one !== false && one !== undefined)
    if (!observer || !station || why.length > 0) return { line, faults: why }
    const { from, until, isMobile } = value
    return {
      line,
      value: { observerId: observer.id, pollingStationId: station.id, from, until, isMobile },
    }
  })
}

/** The reason why a row names no station. */
function faultOfPlace({ several, label, ...at }: PlannedRow): Fault {
  if (several !== undefined) return fault('area.several', { name: several }, 'area')
  const { municipalityCode, countyCode, pollingStationNumber, isVague } = at
  if (isVague && label !== undefined) return fault('label.several', { label }, 'number')
  const named = { number: label ?? pollingStationNumber, code: municipalityCode ?? countyCode }
  return fault('station.unknown', named, 'number')
}

const shiftKeyOf = ({ observerId, pollingStationId, from }: PlanValues) =>
  `${observerId} ${pollingStationId} ${from.getTime()}`

type Stored = StoredShift & { readonly place: number }

/**
 * Compares rows with what is stored. An observer planned at a merged station is found under any of its names, unless
 * the file has that one as well; each row changes another shift.
 * @param inFile the keys of all rows
 * @param isKept locks the stored rows: an edit meanwhile would make the recorded `before` values wrong
 */
function comparer(
  tx: Tx,
  electionId: Id<'elections'>,
  inFile: ReadonlyMap<string, number>,
  isKept: boolean,
) {
  const taken = new Set<number>()
  return async (rows: readonly ParsedRow<PlanValues>[]): Promise<CheckedRow<Ready>[]> => {
    const byRow = await listStored(tx, electionId, rows, isKept)
    return rows.map(({ line, value }, index): CheckedRow<Ready> => {
      const stored = byRow.get(index + 1) ?? []
      const before =
        stored.find((one) => one.pollingStationId === value.pollingStationId) ??
        stored.find((one) => !inFile.has(shiftKeyOf(one)) && !taken.has(one.id))
      if (!before) return { line, fate: 'added', value: { ...value, id: undefined } }
      taken.add(before.id)
      const ready = { ...value, id: before.id, before }
      const changes = differing(asTyped(before), asTyped(value))
      return Object.keys(changes).length === 0
        ? { line, fate: 'unchanged', value: ready }
        : { line, fate: 'changed', changes, value: ready }
    })
  }
}

/** Stored assignments by row number, from 1: those with the row's observer, start and station or merged station. */
async function listStored(
  tx: Tx,
  electionId: Id<'elections'>,
  rows: readonly ParsedRow<PlanValues>[],
  isKept: boolean,
): Promise<ReadonlyMap<number, readonly Stored[]>> {
  const wanted = rows.map(({ value }) => value)
  const { rows: stored } = await sql<Stored>`
    with wanted as materialized (
      select * from unnest(${wanted.map(({ observerId }) => observerId)}::integer[],
                  ${wanted.map(({ pollingStationId }) => pollingStationId)}::integer[],
                  ${wanted.map(({ from }) => from)}::timestamptz[])
             with ordinality as w (observer_id, polling_station_id, from_at, place)
    )
    select a.id, w.place::integer as place, a.observer_id, a.polling_station_id, a.from_at as "from",
           a.until_at as until, a.is_mobile, a.revision, a.cut_until
      from wanted w
      join polling_stations p on p.election_id = ${electionId} and p.id = w.polling_station_id
      join polling_stations s on s.election_id = ${electionId} and s.counted_as = p.counted_as
      join assignments a on a.election_id = ${electionId} and a.observer_id = w.observer_id
                        and a.polling_station_id = s.id and a.from_at = w.from_at and a.deleted_at is null
     order by a.id ${isKept ? sql`for no key update of a` : sql``}`.execute(tx)
  return groupBy(stored, ({ place }) => place)
}

const asTyped = ({ until, isMobile }: PlanValues) => ({
  until: until.toISOString(),
  mobile: isMobile,
})

async function store(
  tx: Tx,
  into: ImportContext,
  rows: readonly CheckedRow<Ready>[],
): Promise<StoredCounts> {
  const { electionId, who } = into
  const news = rows.flatMap(({ value }) => (value.id === undefined ? [value] : []))
  const known = rows.flatMap(({ value }) => (value.id === undefined ? [] : [value]))
  const ids = await insertAssignments(tx, into, news)
  const { rows: changed } = await sql`
    with stored as (
      update assignments a set until_at = n.until_at, is_mobile = n.is_mobile, changing = ${who.name},
                               cut_until = case when a.until_at = n.until_at then a.cut_until end
        from unnest(${known.map(({ id }) => id)}::integer[], ${known.map(({ until }) => until)}::timestamptz[],
                    ${known.map(({ isMobile }) => isMobile)}::boolean[]) as n (id, until_at, is_mobile)
       where a.election_id = ${electionId} and a.id = n.id and a.deleted_at is null
      returning a.*
    ), kept as (${keeping(into, planTable)})
    select from stored`.execute(tx)
  return { added: ids.filter((id) => id !== undefined).length, changed: changed.length }
}
