import type { Db } from '#database/open.ts'
import { getElectionName } from '#features/elections/server/queries.ts'
import type { VerifiedOnly } from '#features/reviews/review-contract.ts'
import { verifiedColumn } from '#features/statistics/columns.ts'
import { Problem } from '#kit/contract/problem.ts'
import { folded } from '#kit/contract/value/folded.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope } from '#kit/contract/who.ts'
import { type ActorCall, changeRecorder } from '#kit/server/history/record-change.ts'
import { sendFile, sheetOf } from '#kit/server/http/download.ts'
import { type Call, serve, serveCoalesced, serveStream } from '#kit/server/http/serve.ts'
import type { Server } from '#kit/server/http/server.ts'
import { decode, UnreadableFile } from '#kit/server/sheets/csv.ts'
import { lockImport } from '#kit/server/sheets/import-lock.ts'
import { fileIn, type UploadedFile } from '#kit/server/sheets/uploaded.ts'
import { areaColumns } from '../columns.ts'
import { map, shapesChanged } from '../contract.ts'
import { say } from '../copy.ts'
import type { InDegrees } from '../degrees-domain.ts'
import { countNamed, type Matching, matchShapes, type Shape } from '../domain.ts'
import {
  notShapes,
  type PlacedShape,
  readShapes,
  type ShapeFileContent,
} from '../reading-domain.ts'
import { type Background, backgroundRoutes } from './background-routes.ts'
import { listMunicipalities } from './municipality-queries.ts'
import { listMapAreas, listMapStations } from './queries.ts'
import { type NamedArea, readInDegrees } from './reading-queries.ts'
import {
  findKind,
  insertShapeFile,
  listShapedAreas,
  listShapedMunicipalities,
  removeShapeFile,
  restoreShapeFile,
  type ShapedMunicipality,
} from './shape-queries.ts'
import {
  getMunicipalityShapes,
  getShapes,
  getShapesOfCounty,
  listPresentOutlines,
  MunicipalityMatchings,
  mostNames,
  namesWithin,
  type PresentOutline,
} from './shown-queries.ts'

const recordChange = changeRecorder('shape_files', shapesChanged, 'everybody')

export function mapRoutes(server: Server, background: Background): void {
  const asked = ({ who, query }: Pick<Call<typeof map.areas>, 'who' | 'query'>) => ({
    scope: who.scope,
    ...query,
  })
  serveCoalesced(server, map.areas, asked, async (db, { scope, ...shown }) => ({
    areas: await listAreas(db, scope, shown, server.clock()),
  }))
  serveCoalesced(
    server,
    map.stations,
    ({ who, query }) => ({ scope: who.scope, ...query }),
    (db, { scope, ...shown }) => listMapStations(db, scope, shown, server.clock()),
  )
  serveStream(server, map.exportAreas, (call) => {
    const { format, language, ...filter } = call.query
    const exported = { act: 'map.exported', subject: 'areas', filter, format, language }
    return sendFile(server, call, { name: 'map', hasFigures: true, ...exported }, async (db) => {
      const rows = await listAreas(db, call.who.scope, filter, call.now)
      const columns = [...areaColumns, ...verifiedColumn(filter, language)]
      const sheet = sheetOf(say.map, columns, language, async function* () {
        yield rows
      })
      const election = await getElectionName(db, call.who.scope.electionId)
      return { sheets: [sheet], rows: rows.length, election }
    })
  })
  shapeRoutes(server)
  backgroundRoutes(server, background)
}

function shapeRoutes(server: Server): void {
  const matchings = new MunicipalityMatchings()
  serve(server, map.shapes, ({ db, who, query: { countyId } }) =>
    countyId === undefined
      ? getShapes(db, who.scope)
      : getShapesOfCounty(db, who.scope, countyId, matchings),
  )

  serve(server, map.municipalityShapes, ({ db, who }) =>
    getMunicipalityShapes(db, who.scope, matchings),
  )

  serve(server, map.uploadShapes, async (call) => {
    const { db, who, now, body } = call
    const uploaded = fileIn(call.uploads)
    const content = await shapesIn(uploaded)
    const { fileName } = uploaded
    await takeTurn(call)
    const named = await judge(call, content.shapes)
    const presentOf = (ofMunicipalities: boolean) =>
      listPresentOutlines(db, who.scope, ofMunicipalities, matchings)
    const present = await presentOf(named.ofMunicipalities)
    const read = await readInDegrees(db, who.scope, content, named, present)
    const { shapes, bad, converted } = read
    // Some of those that were named may be left out.
    const judged = await judge(call, shapes)
    const { ofMunicipalities, matched, areasWithout, shapesWithout } = judged
    if (!body.anyway) refuseDoubted(judged, read, await presentOf(ofMunicipalities))
    await removeShapeFile(db, who.scope, { ofMunicipalities, now })
    const stored = { fileName, uploadedAt: now, ofMunicipalities, shapes: shapes.map(withoutPlace) }
    const id = await insertShapeFile(db, who.scope, stored)
    const counts = { matched: matched.length, ofMunicipalities }
    const after = { fileName, shapes: shapes.length, ...counts }
    await recordChange(call, 'map.shapes-uploaded', id, { after })
    const file = { id, name: fileName, uploadedAt: now }
    return {
      ...{ origin: 'uploaded' as const, file, ...counts, areasWithout, converted },
      shapesWithout: shapesWithout.slice(0, mostNames),
      bad: someOf(bad),
    }
  })

  serve(server, map.removeShapes, async (call) => {
    const { db, who, now, params } = call
    await takeTurn(call)
    const ofMunicipalities = await findKind(db, who.scope, params.id)
    if (ofMunicipalities === undefined) throw new Problem('thing.not-found')
    const removed = await removeShapeFile(db, who.scope, { ofMunicipalities, now })
    if (removed?.id !== params.id) throw new Problem('thing.not-found')
    await record(call, 'map.shapes-removed', removed)
    return {}
  })

  serve(server, map.restoreShapes, async (call) => {
    const { db, who, now, params } = call
    await takeTurn(call)
    const restored = await restoreShapeFile(db, who.scope, { id: params.id, now })
    if (!restored) throw new Problem('thing.not-found')
    await record(call, 'map.shapes-restored', restored)
    return {}
  })
}

const listAreas = (
  db: Db,
  scope: Scope,
  { countyId, ...filter }: { readonly countyId?: Id<'areas'> | undefined } & VerifiedOnly,
  now: Date,
) =>
  countyId === undefined
    ? listMapAreas(db, scope, filter, now)
    : listMunicipalities(db, scope, { countyId, ...filter }, now)

/** What the shapes are of: counties, unless they are of more municipalities, or of as many and name them. */
async function judge({ db, who }: ActorCall, shapes: readonly PlacedShape[]) {
  const counties = matchShapes(await listShapedAreas(db, who.scope), shapes)
  const municipalities = matchShapes(await listShapedMunicipalities(db, who.scope), shapes)
  const more = municipalities.matched.length - counties.matched.length
  // Where each county has one municipality, the county beside its name finds as many.
  const named = countNamed(municipalities)
  const isWhole = municipalities.areasWithout.length === 0
  const isNamed = isWhole && named > 0 && named >= countNamed(counties)
  const ofMunicipalities =
    more > 0 || (more === 0 && isNamed && municipalities.matched.some(isOther))
  const { matched, shapesWithout }: Judged = ofMunicipalities ? municipalities : counties
  const areasWithout = ofMunicipalities
    ? namesWithin(municipalities.areasWithout)
    : counties.areasWithout.map(({ name }) => name)
  return { ofMunicipalities, matched, areasWithout, shapesWithout }
}

type Judged = Matching<NamedArea, PlacedShape>

/** Nothing is replaced unasked by what is likely not of this election, or by less than there is. */
function refuseDoubted(
  { matched }: Pick<Judged, 'matched'>,
  { bad, far, isHere }: InDegrees,
  present: readonly PresentOutline[],
): void {
  if (matched.length === 0) throw new Problem('map.shapes-doubted', { why: 'nothing-matches' })
  if (isHere === false) throw new Problem('map.shapes-doubted', { why: 'elsewhere' })
  const kept = new Set(matched.map(({ area }) => area.id))
  const losing = present.filter(({ id }) => !kept.has(id)).map(({ name }) => name)
  if (losing.length === 0 && far.length === 0) return
  const parts = { losing: someOf(losing), far: someOf(far), bad: someOf(bad) }
  throw new Problem('map.shapes-doubted', { why: 'in-part', ...parts })
}

const withoutPlace = ({ properties, polygons }: PlacedShape): Shape => ({ properties, polygons })

const someOf = <One>(all: readonly One[]) => ({
  count: all.length,
  first: all.slice(0, mostNames),
})

/** Whether a municipality has another name than its county; with the same name, a file of counties would match both. */
const isOther = ({ area }: { readonly area: ShapedMunicipality }) =>
  folded(area.name) !== folded(area.county.name)

/** Serialises changes of the shown shapes, so that the second of two concurrent ones sees the result of the first. */
const takeTurn = ({ db, who }: ActorCall) => lockImport(db, who.scope.electionId, 'shapes')

const record = (
  call: ActorCall,
  act: string,
  { id, fileName }: { readonly id: Id<'shapeFiles'>; readonly fileName: string },
) => recordChange(call, act, id, { after: { fileName } })

/** @throws Problem `map.not-shapes` */
async function shapesIn({ fileName, bytes }: UploadedFile): Promise<ShapeFileContent> {
  try {
    return readShapes(decode(fileName, await bytes()).text)
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    throw notShapes('not-text')
  }
}
