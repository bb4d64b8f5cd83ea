import { getElectionName } from '#features/elections/server/queries.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { type ActorCall, changeRecorder } from '#kit/server/history/record-change.ts'
import { sendFile, sheetOf } from '#kit/server/http/download.ts'
import { type Call, serve, serveCoalesced, serveStream } from '#kit/server/http/serve.ts'
import type { Server } from '#kit/server/http/server.ts'
import { decode, UnreadableCsv } from '#kit/server/sheets/csv.ts'
import { fileIn, type UploadedFile } from '#kit/server/sheets/import.ts'
import { lockImport } from '#kit/server/sheets/import-lock.ts'
import { areaColumns } from '../columns.ts'
import { map, shapesChanged } from '../contract.ts'
import { say } from '../copy.ts'
import { matchShapes, type Shape } from '../domain.ts'
import { readShapes } from '../reading-domain.ts'
import { type Background, backgroundRoutes } from './background-routes.ts'
import { listMapAreas, listMapStations } from './queries.ts'
import {
  insertShapeFile,
  listShapedAreas,
  removeShapeFile,
  restoreShapeFile,
} from './shape-queries.ts'
import { getShapes } from './shown-queries.ts'

const recordChange = changeRecorder('shape_files', shapesChanged, 'everybody')

export function mapRoutes(server: Server, background: Background): void {
  const whose = ({ who }: { readonly who: Call<typeof map.areas>['who'] }) => who.scope
  serveCoalesced(server, map.areas, whose, (db, scope) => listMapAreas(db, scope, server.clock()))
  serveCoalesced(
    server,
    map.stations,
    ({ who, query }) => ({ scope: who.scope, ...query }),
    (db, { scope, countyId }) => listMapStations(db, scope, countyId, server.clock()),
  )
  serveStream(server, map.exportAreas, (call) => {
    const exported = { act: 'map.exported', subject: 'areas', filter: {} }
    return sendFile(server, call, { name: 'map', ...exported, ...call.query }, async (db) => {
      const rows = await listMapAreas(db, call.who.scope, call.now)
      const sheet = sheetOf(say.map, areaColumns, call.query.language, async function* () {
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
  serve(server, map.shapes, ({ db, who }) => getShapes(db, who.scope))

  serve(server, map.uploadShapes, async (call) => {
    const { db, who, now } = call
    const file = fileIn(call.uploads)
    const shapes = await shapesIn(file)
    const { fileName } = file
    await takeTurn(call)
    await removeShapeFile(db, who.scope, now)
    const id = await insertShapeFile(db, who.scope, { fileName, uploadedAt: now, shapes })
    const areas = await listShapedAreas(db, who.scope)
    const { matched, areasWithout, shapesWithout } = matchShapes(areas, shapes)
    const after = { fileName, shapes: shapes.length, matched: matched.length }
    await recordChange(call, 'map.shapes-uploaded', id, { after })
    return {
      origin: 'uploaded' as const,
      file: { id, name: fileName, uploadedAt: now },
      matched: matched.length,
      areasWithout: areasWithout.map(({ name }) => name),
      shapesWithout: shapesWithout.slice(0, 100),
    }
  })

  serve(server, map.removeShapes, async (call) => {
    await takeTurn(call)
    const removed = await removeShapeFile(call.db, call.who.scope, call.now)
    if (removed?.id !== call.params.id) throw new Problem('thing.not-found')
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

/** One is shown and one is kept aside: of two who change that at once, the second finds what the first left. */
const takeTurn = ({ db, who }: ActorCall) => lockImport(db, who.scope.electionId, 'shapes')

const record = (
  call: ActorCall,
  act: string,
  { id, fileName }: { readonly id: Id<'shapeFiles'>; readonly fileName: string },
) => recordChange(call, act, id, { after: { fileName } })

/** @throws Problem `map.not-shapes` */
async function shapesIn({ fileName, bytes }: UploadedFile): Promise<Shape[]> {
  try {
    return readShapes(decode(fileName, await bytes()).text)
  } catch (error) {
    if (!(error instanceof UnreadableCsv)) throw error
    throw new Problem('map.not-shapes', { why: 'not-text', shape: null })
  }
}
