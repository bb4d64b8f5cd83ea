import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Db, Tx } from '#database/open.ts'
import type { Columns } from '#database/rows.ts'
import type { Spot } from '#features/places/whereabouts-domain.ts'
import { groupBy } from '#kit/contract/group.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope } from '#kit/contract/who.ts'
import type { Copied } from '#kit/server/election.ts'
import { andInCounties } from '#kit/server/limits.ts'
import type { Shape } from '../domain.ts'
import { readShapes } from '../reading-domain.ts'

/** A county, as shapes are compared with it. */
export type ShapedArea = Columns<'areas', 'id' | 'code' | 'name' | 'isDiaspora'>

/** A municipality, which is an innermost area of a county, likewise. */
export type ShapedMunicipality = Columns<'areas', 'id' | 'code' | 'name'> & {
  readonly county: Columns<'areas', 'id' | 'code' | 'name'>
}

export async function listShapedAreas(db: Db | Tx, scope: Scope): Promise<ShapedArea[]> {
  const { rows } = await sql<ShapedArea>`
    select c.id, c.code, c.name, c.is_diaspora
      from areas c
      join elections e on e.id = c.election_id and c.level = e.county_level
     where c.election_id = ${scope.electionId} ${andInCounties(scope, sql`c.id`)}
     order by c.position, c.name collate names, c.id`.execute(db)
  return rows
}

/** Lists municipalities of all counties, whatever the caller's limits: matching needs all that share a name. */
export async function listShapedMunicipalities(
  db: Db | Tx,
  { electionId }: Scope,
): Promise<ShapedMunicipality[]> {
  const { rows } = await sql<ShapedMunicipality>`
    select a.id, a.code, a.name, json_build_object('id', c.id, 'code', c.code, 'name', c.name) as county
      from areas c
      join elections e on e.id = c.election_id and c.level = e.county_level
      join areas a on a.election_id = c.election_id and a.county_id = c.id and a.id <> c.id
     where c.election_id = ${electionId}
       and not exists (select from areas n where n.election_id = a.election_id and n.parent_id = a.id)
     order by c.position, c.id, a.position, a.name collate names, a.id`.execute(db)
  return rows
}

/** How many stations locate an area. */
const mostSpots = 10

/** Positions of stations by county, or by innermost area. Stations abroad are left out: they may be anywhere. */
export async function listSpots(
  db: Db | Tx,
  { electionId }: Scope,
  ofMunicipalities: boolean,
): Promise<ReadonlyMap<Id<'areas'>, readonly Spot[]>> {
  const area = sql.ref(ofMunicipalities ? 's.area_id' : 's.county_id')
  const { rows } = await sql<Spot & { readonly areaId: Id<'areas'> }>`
    select area_id, latitude::float8 as latitude, longitude::float8 as longitude
      from (select ${area} as area_id, s.latitude, s.longitude,
                   row_number() over (partition by ${area} order by s.id) as nth
              from polling_stations s
              join areas c on c.election_id = s.election_id and c.id = s.county_id
             where s.election_id = ${electionId} and s.latitude is not null and not c.is_diaspora) s
     where nth <= ${mostSpots}`.execute(db)
  return groupBy(rows, ({ areaId }) => areaId)
}

export type ShapeFile = Columns<'shapeFiles', 'id' | 'fileName' | 'uploadedAt'>

/** The uploaded file of counties or of municipalities; undefined when there is none. */
export const findShapeFile = (
  db: Db | Tx,
  { electionId }: Scope,
  ofMunicipalities = false,
): Promise<ShapeFile | undefined> =>
  db
    .selectFrom('shapeFiles')
    .select(['id', 'fileName', 'uploadedAt'])
    .where('electionId', '=', electionId)
    .where('ofMunicipalities', '=', ofMunicipalities)
    .where('removedAt', 'is', null)
    .executeTakeFirst()

/** Reads the shapes of a file: more than ten megabytes for all municipalities of a country. */
export async function readShapeFile(
  db: Db | Tx,
  { electionId }: Scope,
  { id }: Pick<ShapeFile, 'id'>,
): Promise<readonly Shape[]> {
  const { shapes } = await db
    .selectFrom('shapeFiles')
    .select('shapes')
    .where('electionId', '=', electionId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  // Written by ourselves, after it was checked.
  return shapes as readonly Shape[]
}

let shipped: Promise<readonly Shape[]> | undefined

/** The counties of Romania; beside the built server, as beside this file. */
export function readShipped(): Promise<readonly Shape[]> {
  shipped ??= readFile(new URL('./shapes/romania-counties.geojson', import.meta.url), 'utf8').then(
    (text) => readShapes(text).shapes,
  )
  return shipped
}

/** Keeps one of each kind that was replaced or taken away, so that this can be undone, and no more than that. */
export async function removeShapeFile(
  tx: Tx,
  { electionId }: Scope,
  { ofMunicipalities, now }: { readonly ofMunicipalities: boolean; readonly now: Date },
) {
  await tx
    .deleteFrom('shapeFiles')
    .where('electionId', '=', electionId)
    .where('ofMunicipalities', '=', ofMunicipalities)
    .where('removedAt', 'is not', null)
    .execute()
  return tx
    .updateTable('shapeFiles')
    .set({ removedAt: now })
    .where('electionId', '=', electionId)
    .where('ofMunicipalities', '=', ofMunicipalities)
    .where('removedAt', 'is', null)
    .returning(['id', 'fileName'])
    .executeTakeFirst()
}

/** Whether a file that is shown or was taken away is of municipalities; undefined: there is none. */
export async function findKind(
  tx: Tx,
  { electionId }: Scope,
  id: Id<'shapeFiles'>,
): Promise<boolean | undefined> {
  const row = await tx
    .selectFrom('shapeFiles')
    .select('ofMunicipalities')
    .where('electionId', '=', electionId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.ofMunicipalities
}

export async function insertShapeFile(
  tx: Tx,
  { electionId }: Scope,
  file: Pick<ShapeFile, 'fileName' | 'uploadedAt'> & {
    readonly ofMunicipalities: boolean
    readonly shapes: readonly Shape[]
  },
): Promise<Id<'shapeFiles'>> {
  const { id } = await tx
    .insertInto('shapeFiles')
    .values({ ...file, electionId, removedAt: null, shapes: JSON.stringify(file.shapes) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Shows again what was taken away; whatever is shown instead is kept in its place. */
export async function restoreShapeFile(
  tx: Tx,
  { electionId }: Scope,
  { id, now }: { readonly id: Id<'shapeFiles'>; readonly now: Date },
) {
  const own = tx.updateTable('shapeFiles').where('electionId', '=', electionId)
  const found = await tx
    .selectFrom('shapeFiles')
    .select(['id', 'fileName', 'ofMunicipalities'])
    .where('electionId', '=', electionId)
    .where('id', '=', id)
    .where('removedAt', 'is not', null)
    .forUpdate()
    .executeTakeFirst()
  if (!found) return undefined
  await own
    .set({ removedAt: now })
    .where('ofMunicipalities', '=', found.ofMunicipalities)
    .where('removedAt', 'is', null)
    .execute()
  await own.set({ removedAt: null }).where('id', '=', id).execute()
  return found
}

/** Copies the shown shapes together with the places. */
export const copiedShapes: Copied = {
  hold: async (tx, from) => {
    await sql`select from shape_files where election_id = ${from} for share`.execute(tx)
  },
  parts: [{ table: 'shape_files', which: sql`t.removed_at is null`, refers: {} }],
}
