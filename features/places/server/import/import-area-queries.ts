import { sql } from 'kysely'
import type { Tx } from '#database/open.ts'
import type { Column, Columns } from '#database/rows.ts'
import { type Fault, fault } from '#kit/contract/import/fault.ts'
import type { ImportReport } from '#kit/contract/import/import.ts'
import type { ParsedRow, Table, WrongRow } from '#kit/contract/import/rows.ts'
import type { Id } from '#kit/contract/value/id.ts'
import {
  type CheckedRow,
  differing,
  type ImportSettings,
  importTable,
} from '#kit/server/sheets/import.ts'
import { areaHeadings, neededOfAreas } from '../../columns.ts'
import type { AreaDraft } from '../../domain.ts'
import { type AreaRow, areaReader } from '../../row-domain.ts'
import { getLevels, type Levels } from '../queries.ts'
import type { PlaceImportTarget } from './imported-queries.ts'
import { upsertAreas } from './load-queries.ts'
import { placeUndoer } from './undo-queries.ts'

/** An area as it is stored, or as an earlier row of the file describes it. */
type KnownArea = Columns<'areas', 'code' | 'name' | 'level'> & {
  readonly position: Column<'areas', 'position'> | undefined
  readonly parentCode: Column<'areas', 'code'> | null
  /** None above counties. */
  readonly countyCode: Column<'areas', 'code'> | null
  readonly holdsStations: boolean
}

/**
 * Imports a file of areas of any level, or only checks it: each lies one level below its parent. No area is removed,
 * and none leaves its county: what was reported from it is counted there.
 */
export async function importAreas(
  tx: Tx,
  into: PlaceImportTarget,
  table: Table,
  settings: ImportSettings,
): Promise<ImportReport> {
  const { electionId } = into
  await placeUndoer.takeTurn(tx, { electionId, ngoId: null }, table, settings)
  const levels = await getLevels(tx, electionId)
  const known = new KnownAreas(await lockAreas(tx, electionId))
  const judgeOne = (
    { line, value }: ParsedRow<AreaRow>,
    wrong: WrongRow[],
  ): CheckedRow<AreaDraft>[] => {
    const { before, parent } = known.find(value)
    const level = (parent?.level ?? 0) + 1
    const why = faultOf(value, { before, parent, level }, levels)
    if (why) {
      wrong.push({ file: table.file, line, faults: [why] })
      return []
    }
    const { code, name } = value
    const position = value.order ?? before?.position
    const parentCode = parent?.code ?? null
    known.add({
      ...{ code, name, level, position, parentCode },
      countyCode: level === levels.countyLevel ? code : (parent?.countyCode ?? null),
      holdsStations: before?.holdsStations ?? false,
    })
    return [{ line, ...fateOf(value, before), value: { level, code, name, position, parentCode } }]
  }
  const steps = {
    headings: areaHeadings,
    needed: neededOfAreas,
    secret: [],
    read: areaReader(table.file),
    judge: async (rows: readonly ParsedRow<AreaRow>[], wrong: WrongRow[]) =>
      rows.flatMap((row) => judgeOne(row, wrong)),
    store: async (rows: readonly CheckedRow<AreaDraft>[]) => {
      const { added, changed } = await upsertAreas(tx, into, {
        ...levels,
        areas: rows.map(({ value }) => value),
      })
      return { added, changed }
    },
  }
  return importTable(table, steps, settings)
}

/** The areas by code: one code may be that of a county and of its largest town. */
class KnownAreas {
  readonly #byCode = new Map<string, KnownArea[]>()

  constructor(areas: readonly KnownArea[]) {
    for (const area of areas) this.add(area)
  }

  add(area: KnownArea): void {
    const others = (this.#byCode.get(area.code) ?? []).filter(({ level }) => level !== area.level)
    this.#byCode.set(area.code, [...others, area])
  }

  /** The area that a row means, if it is known, and its parent: the innermost with that code, unless the area itself says which. */
  find({ code, parent: parentCode }: AreaRow) {
    const own = this.#byCode.get(code) ?? []
    const parents = parentCode === undefined ? [] : (this.#byCode.get(parentCode) ?? [])
    const above = parents.find(({ level }) => own.some((area) => area.level === level + 1))
    const parent = above ?? parents.toSorted((one, other) => other.level - one.level)[0]
    const before = own.find(({ level }) => level === (parent?.level ?? 0) + 1)
    return { parent, before }
  }
}

type Judged = {
  readonly before: KnownArea | undefined
  readonly parent: KnownArea | undefined
  readonly level: number
}

function faultOf(
  { code, parent: parentCode }: AreaRow,
  { before, parent, level }: Judged,
  { levels, countyLevel }: Levels,
): Fault | undefined {
  if (parentCode !== undefined && !parent)
    return fault('area.unknown', { code: parentCode }, 'parent')
  if (level > levels) return fault('area.too-deep', undefined, 'parent')
  if (level <= countyLevel || !parent) return undefined
  if (before && before.countyCode !== parent.countyCode)
    return fault('area.elsewhere', { code, county: parent.countyCode ?? '' }, 'parent')
  return !before && parent.holdsStations
    ? fault('area.holds-stations', { code: parent.code }, 'parent')
    : undefined
}

/** What the file leaves out stays as it was; a new area is the last. */
function fateOf(
  { name, parent, order }: AreaRow,
  before: KnownArea | undefined,
): Pick<CheckedRow<unknown>, 'fate' | 'changes'> {
  if (!before) return { fate: 'added' }
  const was = { name: before.name, order: before.position ?? null, parent: before.parentCode }
  const becomes = { name, order: order ?? was.order, parent: parent ?? null }
  const changes = differing(was, becomes)
  return Object.keys(changes).length === 0 ? { fate: 'unchanged' } : { fate: 'changed', changes }
}

/** All areas, locked for this transaction. */
async function lockAreas(tx: Tx, electionId: Id<'elections'>): Promise<KnownArea[]> {
  const { rows } = await sql<KnownArea>`
    select a.code, a.name, a.level, a.position, p.code as parent_code, c.code as county_code,
           exists (select from polling_stations s
                    where s.election_id = a.election_id and s.area_id = a.id) as holds_stations
      from areas a
      left join areas p on p.election_id = a.election_id and p.id = a.parent_id
      left join areas c on c.election_id = a.election_id and c.id = a.county_id
     where a.election_id = ${electionId}
     order by a.id
       for no key update of a`.execute(tx)
  return rows
}
