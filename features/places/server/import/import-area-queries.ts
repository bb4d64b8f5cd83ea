import { sql } from 'kysely'
import type { Tx } from '#database/open.ts'
import { analyzeAsTheyGrow } from '#database/statistics.ts'
import type { ImportContext, ImportFile } from '#features/tasks/server/import/file-queries.ts'
import { AskedImport } from '#features/tasks/server/runs.ts'
import { type Fault, fault } from '#kit/contract/import/fault.ts'
import { type ParsedRow, uniqueRows, type WrongRow } from '#kit/contract/import/rows.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { storedCodes } from '#kit/contract/value/tidy.ts'
import { type CheckedRow, differing, type ImportSteps } from '#kit/server/sheets/import.ts'
import { areaHeadings, neededOfAreas } from '../../columns.ts'
import type { AreaDraft } from '../../domain.ts'
import { type Found, type KnownArea, KnownAreas, type Unclear } from '../../known-domain.ts'
import { areaFinder, codeOr } from '../../naming-domain.ts'
import { explainArea } from '../../reason-domain.ts'
import { type AreaRow, areaReader } from '../../row-domain.ts'
import { OutermostAreas } from '../../unsaid-domain.ts'
import { getLevels, type Levels } from '../queries.ts'
import { markPlaces, placeUndoer } from './imported-queries.ts'
import { upsertAreas } from './load-queries.ts'

/**
 * A file of areas of any level: each is one level below its parent. No area is removed, and none leaves its county:
 * what was reported from it is counted there.
 */
export const areaImport: ImportFile = {
  kind: 'areas',
  act: 'places.areas-imported',
  request: AskedImport,
  undoer: placeUndoer,
  explain: explainArea,
  steps: stepsOf,
  stored: markPlaces,
}

async function stepsOf(into: ImportContext): Promise<ImportSteps<AreaRow, AreaDraft>> {
  const { tx, electionId, file } = into
  const levels = await getLevels(tx, electionId)
  const names = await getLevelNames(tx, electionId)
  const areas = await lockAreas(tx, electionId)
  const known = new KnownAreas(areas, names)
  const stored = storedCodes(areas.map(({ code }) => code))
  const findArea = areaFinder(
    areas.map(({ code, name, countyCode }) => ({ code, name, county: countyCode ?? '' })),
  )
  const seen = new Map<string, number>()
  const outermost = new OutermostAreas()
  const readAreas = areaReader(file)
  // One row may name the level of an area, and another one leave it to follow from the parent.
  const isFirst = (area: ParsedRow<string>, wrong: WrongRow[]) =>
    uniqueRows(file, [area], (key) => key, wrong, seen).length > 0
  /** The code of the parent that a row names by its code, its name, or both. */
  const parentIn = ({ parent }: AreaRow): { parent?: string; several?: Unclear } => {
    if (parent === undefined) return {}
    const meant = findArea(parent)
    if (meant && 'several' in meant)
      return { parent, several: { why: fault('area.several', { name: parent }, 'parent') } }
    return { parent: codeOr(meant, stored(parent)) }
  }
  const findOne = (written: AreaRow) => {
    const { several, parent } = parentIn(written)
    const value = { ...written, code: stored(written.code), parent }
    const isOutermost = outermost.has(value, levels.levels)
    return { value, found: several ?? judge(value, known.find(value), levels, isOutermost) }
  }
  const judgeOne = (
    { line, value: written }: ParsedRow<AreaRow>,
    wrong: WrongRow[],
  ): CheckedRow<AreaDraft>[] => {
    const { value, found } = findOne(written)
    if ('why' in found) {
      wrong.push({ file, line, faults: [found.why] })
      return []
    }
    const isNew = isFirst({ line, value: `${value.code} (${names[found.level - 1]})` }, wrong)
    return isNew ? [{ line, ...fateOf(value, found.before), value: note(value, found) }] : []
  }
  /** Makes the area of a row known to those after it. */
  const note = ({ code, name, order }: AreaRow, { before, parent, level }: Found): AreaDraft => {
    const position = order ?? before?.position
    const parentCode = parent?.code ?? null
    const countyCode = level === levels.countyLevel ? code : (parent?.countyCode ?? null)
    findArea.add({ code, name, county: countyCode ?? '' })
    known.add({
      ...{ code, name, level, position, parentCode, countyCode },
      holdsStations: before?.holdsStations ?? false,
    })
    return { level, code, name, position, parentCode }
  }
  const analyze = analyzeAsTheyGrow(['areas'])
  return {
    headings: areaHeadings,
    needed: neededOfAreas,
    secret: [],
    read: (...given) => {
      const rows = readAreas(...given)
      outermost.note(rows.map(({ value }) => value))
      return rows
    },
    judge: async (rows, wrong) => rows.flatMap((row) => judgeOne(row, wrong)),
    store: async (rows) => {
      const { added, changed } = await upsertAreas(tx, into, {
        ...levels,
        areas: rows.map(({ value }) => value),
      })
      await analyze(tx, added)
      return { added, changed }
    },
  }
}

/**
 * Returns the areas found for a row, or the reason why the row is invalid.
 * @param isOutermost whether a new area may have no parent
 */
function judge(
  row: AreaRow,
  found: Found | Unclear,
  levels: Levels,
  isOutermost: boolean,
): Found | Unclear {
  if ('why' in found) return found
  const isUnsaid = row.parent === undefined && !found.before && !isOutermost
  const why = isUnsaid ? fault('parent.unsaid', undefined, 'parent') : faultOf(row, found, levels)
  return why ? { why } : found
}

function faultOf(
  { code, parent: parentCode }: AreaRow,
  { before, parent, level }: Found,
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

/** Absent values stay; a new area is the last. */
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

/** The names of the election's levels, outermost first. */
async function getLevelNames(tx: Tx, electionId: Id<'elections'>): Promise<readonly string[]> {
  const { levelNames } = await tx
    .selectFrom('elections')
    .select((is) => is.ref('levelNames').$castTo<readonly string[]>().as('levelNames'))
    .where('id', '=', electionId)
    .executeTakeFirstOrThrow()
  return levelNames
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
