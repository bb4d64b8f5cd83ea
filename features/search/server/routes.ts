import { serve } from '#kit/server/http/serve.ts'
import type { Server } from '#kit/server/http/server.ts'
import { search } from '../contract.ts'
import { findAll } from './queries.ts'

export function searchRoutes(server: Server): void {
  serve(server, search.find, ({ db, who, query: { q } }) => findAll(db, who, q))
}
