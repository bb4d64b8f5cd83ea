import type { FastifyInstance } from 'fastify'
import { deploymentRoutes } from '#features/deployment/server/routes.ts'
import { recogniser, recogniserOfAll } from '#features/session/server/recognise.ts'
import { describeApi } from '#kit/contract/openapi/openapi.ts'
import { httpCloser, openHttp } from '#kit/server/http/http.ts'
import type { Server } from '#kit/server/http/server.ts'
import { serveNothingElse, serveWeb } from '#kit/server/http/web.ts'
import { serveLive } from '#kit/server/live/live.ts'
import { openPressure } from '#kit/server/load/pressure.ts'
import type { Outside } from '#kit/server/outside.ts'
import { openSignIns } from '#kit/server/security/sign-ins.ts'
import { endpoints } from './endpoints.ts'
import { features } from './features.ts'
import { knownTo } from './kept-files.ts'

export type App = {
  readonly http: FastifyInstance
  /** Finishes what is in flight, ends the event streams, and leaves the database open. */
  close(): Promise<void>
}

/** The whole server, ready to listen. */
export async function createApp(outside: Outside): Promise<App> {
  const { database, clock, secrets, publicUrl } = outside
  const files = knownTo(database, outside.files)
  const { http, bodies } = await openHttp(outside.logger, outside)
  const closeHttp = httpCloser(http)
  const recognise = recogniser(database, secrets, clock)
  const pressure = openPressure({
    waitMs: () => database.longestWaitMs(),
    logger: outside.logger,
  })
  const server: Server = {
    http,
    bodies,
    database,
    clock,
    files,
    pressure,
    signIns: openSignIns(),
    publicUrl,
    recognise,
    recogniseAll: recogniserOfAll(clock),
    isForged: secrets.isForged,
  }

  for (const feature of features) feature.routes?.(server, outside)
  const live = await serveLive(server)
  deploymentRoutes(server, {
    live,
    describe: () => describeApi(endpoints, outside.version),
    config: {
      publicUrl,
      observerGuideUrl: outside.observerGuideUrl,
      answersRefreshMs: outside.answersRefreshMs,
      version: outside.version,
    },
  })
  if (outside.webFolder) await serveWeb(http, outside.webFolder)
  else serveNothingElse(http)

  return {
    http,
    close: async () => {
      await live.stop()
      await closeHttp()
      pressure.stop()
    },
  }
}
