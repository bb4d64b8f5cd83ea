import { Problem } from '#kit/contract/problem.ts'
import { changeRecorder } from '#kit/server/history/record-change.ts'
import { serve } from '#kit/server/http/serve.ts'
import type { Server } from '#kit/server/http/server.ts'
import { incidents, incidentsChanged } from '../contract.ts'
import {
  findCategory,
  insertCategory,
  listCategories,
  lockCategories,
  updateCategory,
} from './category-queries.ts'

const recordChange = changeRecorder('incident_categories', incidentsChanged, 'everybody')

export function categoryRoutes(server: Server): void {
  serve(server, incidents.listCategories, ({ db, who }) => listCategories(db, who.scope))

  serve(server, incidents.addCategory, async (call) => {
    const { name } = call.body
    const { id, code } = await insertCategory(call.db, call.who.scope, name)
    await recordChange(call, 'incidents.category-added', id, { after: { name } })
    return code
  })

  serve(server, incidents.editCategory, async (call) => {
    const { db, who, params, body } = call
    await lockCategories(db, who.scope.electionId)
    const found = await findCategory(db, who.scope, params.code)
    if (!found) throw new Problem('thing.not-found')
    const { code, name, isRetired } = found
    const before = { code, name, isRetired }
    const after = { code, name: body.name ?? name, isRetired: body.isRetired ?? isRetired }
    const id = await updateCategory(db, who.scope, after)
    await recordChange(call, 'incidents.category-edited', id, { before, after })
    return {}
  })
}
