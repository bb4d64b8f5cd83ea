import { sql } from 'kysely'
import type { Tx } from '#database/open.ts'
import type { Column, Columns } from '#database/rows.ts'
import { analyzeAsTheyGrow } from '#database/statistics.ts'
import type { ImportReport } from '#kit/contract/import/import.ts'
import type { ParsedRow, Table } from '#kit/contract/import/rows.ts'
import type { Id } from '#kit/contract/value/id.ts'
import {
  type CheckedRow,
  differing,
  type ImportSettings,
  importTable,
} from '#kit/server/sheets/import.ts'
import type { RowWarning } from '#kit/server/sheets/warnings.ts'
import { neededOfStations, stationHeadings } from '../../columns.ts'
import { faultOfDoubt } from '../../reason-domain.ts'
import { type Leaves, type StationDraft, stationReader } from '../../row-domain.ts'
import { doubter } from '../../whereabouts-domain.ts'
import { getLevels, holdsStations, type Levels } from '../queries.ts'
import {
  type LocatedStation,
  listLocated,
  type Outlines,
  readHomes,
} from '../whereabouts-queries.ts'
import type { PlaceImportTarget } from './imported-queries.ts'
import { compareStations, type StationFate, upsertStations } from './load-queries.ts'
import { placeUndoer } from './undo-queries.ts'

type ElectionId = Id<'elections'>

/** Imports a file of polling stations, or only checks it; a known one gets the file's values. */
export async function importStations(
  tx: Tx,
  into: PlaceImportTarget,
  table: Table,
  settings: ImportSettings,
): Promise<ImportReport> {
  const { electionId } = into
  await placeUndoer.takeTurn(tx, { electionId, ngoId: null }, table, settings)
  const levels = await getLevels(tx, electionId)
  const leaves = await readLeaves(tx, electionId, levels)
  const analyze = analyzeAsTheyGrow(['polling_stations'])
  const doubts = into.outlines && (await readDoubts(tx, electionId, into.outlines, leaves))
  const steps = {
    headings: stationHeadings,
    needed: neededOfStations,
    secret: [],
    read: stationReader(table.file, leaves),
    judge: async (rows: readonly ParsedRow<StationToStore>[]) => {
      const drafts = rows.map(({ value }) => value)
      const fates = await compareStations(tx, electionId, levels, drafts)
      doubts?.add(drafts)
      return rows.map((row, index) => ({ ...judgedBy(fates[index]), ...row }))
    },
    warn: (rows: readonly CheckedRow<StationToStore>[]) => doubts?.find(rows) ?? [],
    store: async (rows: readonly CheckedRow<StationToStore>[]) => {
      const drafts = rows.map(({ value }) => value)
      const stored = await upsertStations(tx, into, levels, drafts)
      await analyze(tx, stored.added)
      return stored
    },
  }
  return importTable(table, steps, settings)
}

/** Where the stations are once the file is imported, and what is likely wrong with that. */
async function readDoubts(tx: Tx, electionId: ElectionId, outlines: Outlines, leaves: Leaves) {
  const homes = await readHomes(tx, electionId, outlines)
  const located = new Map(
    (await listLocated(tx, electionId)).map((one) => [`${one.area} ${one.number}`, one]),
  )
  const placedBy = (draft: StationDraft): LocatedStation | undefined => {
    const { areaCode: area, number, latitude, longitude } = draft
    if (latitude === undefined || longitude === undefined) return undefined
    const address = draft.address || draft.name || located.get(`${area} ${number}`)?.address
    return {
      ...{ area, number, address: address ?? String(number) },
      ...{ county: leaves.get(area)?.countyCode ?? '', at: { latitude, longitude } },
    }
  }
  let doubtOf: ReturnType<typeof doubter> | undefined
  return {
    add: (drafts: readonly StationDraft[]) => {
      for (const one of drafts.flatMap((draft) => placedBy(draft) ?? []))
        located.set(`${one.area} ${one.number}`, one)
    },
    find: (rows: readonly ParsedRow<StationDraft>[]): RowWarning[] => {
      doubtOf ??= doubter(homes, [...located.values()])
      return rows.flatMap(({ line, value }) => {
        const placed = placedBy(value)
        const doubt = placed && doubtOf?.(placed)
        if (!doubt) return []
        return [{ line, fault: faultOfDoubt(doubt, homes.get(placed.county)?.name ?? '') }]
      })
    },
  }
}

/** A station's values by the columns of a file, in the order in which they are compared. */
const stationFields = ['name', 'address', 'latitude', 'longitude', 'voters'] as const

function judgedBy(found: StationFate | undefined): Pick<CheckedRow<unknown>, 'fate' | 'changes'> {
  if (found?.fate !== 'changed') return { fate: found?.fate ?? 'unchanged' }
  const { fate, was, becomes } = found
  const named = (facts: typeof was) =>
    Object.fromEntries(stationFields.map((field, place) => [field, facts[place] ?? null]))
  return { fate, changes: differing(named(was), named(becomes)) }
}

type StationToStore = Parameters<typeof upsertStations>[3][number]

/** The areas that hold stations. Locked, so that none is deleted while its stations are added. */
async function readLeaves(tx: Tx, electionId: ElectionId, levels: Levels): Promise<Leaves> {
  const { rows } = await sql<
    Columns<'areas', 'code' | 'name'> & {
      readonly countyCode: Column<'areas', 'code'>
      readonly countyName: Column<'areas', 'name'>
    }
  >`
    select a.code, a.name, c.code as county_code, c.name as county_name
      from areas a join areas c on c.election_id = a.election_id and c.id = a.county_id
     where a.election_id = ${electionId} and ${holdsStations(levels)}
       for key share of a`.execute(tx)
  return new Map(rows.map(({ code, ...of }) => [code, of]))
}
