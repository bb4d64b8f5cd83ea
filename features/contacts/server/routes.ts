import { Problem } from '#kit/contract/problem.ts'
import { serve } from '#kit/server/http/serve.ts'
import type { Server } from '#kit/server/http/server.ts'
import { contacts } from '../contract.ts'
import { isSeen, listReceived, listSigns, listVisited } from './queries.ts'

export function contactRoutes(server: Server): void {
  serve(server, contacts.find, async ({ db, who, params: { observerId: id } }) => {
    if (!(await isSeen(db, who.scope, id))) throw new Problem('thing.not-found')
    const [signs, visited, received] = await Promise.all([
      listSigns(db, who.scope, id),
      listVisited(db, who.scope, id),
      listReceived(db, who, id),
    ])
    return { signs, ...visited, ...received }
  })
}
