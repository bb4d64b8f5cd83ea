import { sql } from 'kysely'
import type { SentFile } from '#apps/cli/rehearsal.ts'
import { type Assignment, assignments } from '#features/assignments/contract.ts'
import { elections } from '#features/elections/contract.ts'
import { milestones } from '#features/milestones/contract.ts'
import type { SeededRandom } from '#testing/evening/seeded-random.ts'
import { rowsOf } from '#testing/evening/stored.ts'
import type { At } from '../map.ts'
import type { Operation } from '../operation.ts'
import { stationName, type UndoneImport } from '../world.ts'
import { clock, hour, typedClock } from './plan-operations.ts'
import { act, type Clerk, read } from './staff-member.ts'

const cellsOf = (phone: string, at: At, from: string, until: string, isMobile: boolean) =>
  [
    ...[phone, at.countyCode, at.municipalityCode ?? '', at.pollingStationNumber],
    ...[from, until, isMobile],
  ].join(',')

/** Existing shifts at initial stations, with another end in the file. */
function changedRows({ world }: Clerk, planned: readonly Assignment[], until: string): string[] {
  const places = new Map(
    world.map.stations.map((at) => [world.stationIds.get(stationName(at)), at] as const),
  )
  return planned.flatMap(({ observerPhone, pollingStationId, from, isMobile }) => {
    const at = places.get(pollingStationId)
    return at ? [cellsOf(observerPhone, at, typedClock(from), until, !isMobile)] : []
  })
}

async function fileOf(clerk: Clerk, draw: SeededRandom): Promise<readonly SentFile[]> {
  const { world } = clerk
  const query = { page: 1 + draw.below(3) }
  const listed = await read(clerk, { endpoint: assignments.list, sent: { query } })
  const until = clock(86_400 + 60 * world.next())
  const known = changedRows(clerk, draw.some(listed?.data ?? [], 0.3), until)
  const fresh = draw.some([...world.people.values()], 0.1).flatMap(({ phone }) => {
    const at = draw.pick(world.map.stations)
    return at ? [cellsOf(phone, at, hour(draw), until, draw.happens(0.7))] : []
  })
  const text = [
    'Phone,County code,Municipality code,Station number,From,Until,Mobile team',
    ...draw.shuffled([...known, ...fresh]),
  ].join('\n')
  return [{ name: 'plan.csv', bytes: new TextEncoder().encode(text) }]
}

/** Imports a plan from a file: new shifts, and existing ones with another end. */
async function importFile(clerk: Clerk, draw: SeededRandom): Promise<void> {
  const files = await fileOf(clerk, draw)
  const endpoint = draw.happens(0.5) ? assignments.import : assignments.startImport
  await act(clerk, { endpoint, sent: { body: { skipInvalid: draw.happens(0.9) } }, files })
}

type Copying = typeof assignments.copy | typeof milestones.copy

/** Copies the plan of the earlier round, or of an election that is held and erased meanwhile. */
async function copyBy(endpoint: Copying, clerk: Clerk, draw: SeededRandom): Promise<void> {
  const listed = await read(clerk, { endpoint: elections.list, sent: { query: {} } })
  const one = draw.pick((listed ?? []).filter(({ isCurrent }) => !isCurrent))
  if (!one) return
  const sent = { body: { electionId: one.id, skipInvalid: true } }
  await act(clerk, { endpoint, sent })
}

const copyPlan = (clerk: Clerk, draw: SeededRandom) => copyBy(assignments.copy, clerk, draw)
/** Copies milestones again after some were deleted: their names are free. */
const copyMilestones = (clerk: Clerk, draw: SeededRandom) => copyBy(milestones.copy, clerk, draw)

/** Undoes the import of a wrong file or the copy of a wrong plan; later edits stay. */
async function undo(clerk: Clerk, draw: SeededRandom): Promise<void> {
  const listed = await read(clerk, { endpoint: assignments.listImports, sent: {} })
  const one = draw.pick((listed ?? []).filter(({ state }) => state === 'done').slice(0, 3))
  if (!one) return
  const { id: importId } = one
  const kept = await rowsOf<UndoneImport['assignments'][number]>(
    clerk.world.database.primary,
    sql`select i.row_id as id, a.revision, (i.before ->> 'until_at')::timestamptz as "untilBefore"
          from imported_rows i
          join assignments a on a.election_id = i.election_id and a.id = i.row_id
         where i.import_id = ${importId}`,
  ).catch(() => [])
  const sent = { params: { id: importId } }
  const heard = await act(clerk, { endpoint: assignments.undoImport, sent })
  if (heard.kind === 'done') clerk.world.undone.push({ importId, assignments: kept })
}

export const planFileOperations: readonly Operation<Clerk>[] = [
  { name: 'plan imported', weight: 1.5, run: importFile },
  { name: 'import of a plan undone', weight: 1.5, run: undo },
]

/** Operations of accounts that set up elections. */
export const copyOperations: readonly Operation<Clerk>[] = [
  { name: 'plan copied', weight: 3, run: copyPlan },
  { name: 'milestones copied', weight: 1.5, run: copyMilestones },
]
