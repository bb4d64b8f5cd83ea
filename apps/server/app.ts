import type { FastifyInstance } from 'fastify'
import { type Facts, installationRoutes } from '#features/installation/server/routes.ts'
import { recognisers } from '#features/keys/server/recognise.ts'
import { describeApi } from '#kit/contract/openapi/openapi.ts'
import type { AppDependencies } from '#kit/server/dependencies.ts'
import { httpCloser, openHttp } from '#kit/server/http/http.ts'
import { RunningCalls } from '#kit/server/http/running-calls.ts'
import type { Server } from '#kit/server/http/server.ts'
import { serveNothingElse, serveWeb } from '#kit/server/http/web.ts'
import { openLive } from '#kit/server/live/live.ts'
import { serveLive } from '#kit/server/live/staff-stream.ts'
import { openLoadShedder } from '#kit/server/load/load-shedding.ts'
import { openSignIns } from '#kit/server/security/sign-ins.ts'
import { endpoints } from './endpoints.ts'
import { features } from './features.ts'
import { registeredFiles } from './kept-files.ts'

export type App = {
  readonly http: FastifyInstance
  /** Finishes running requests, also those of disconnected callers, ends the event streams, and leaves the database open. */
  close(): Promise<void>
}

/** What the web processes need: also what they know of their installation. */
export type ServerDependencies = AppDependencies & Pick<Facts, 'checkUp' | 'backups'>

/** The whole server, ready to listen. */
export async function createApp(dependencies: ServerDependencies): Promise<App> {
  const { database, clock, secrets, publicUrl } = dependencies
  const files = registeredFiles(database, dependencies.files)
  const { http, bodies } = await openHttp(dependencies.logger, dependencies)
  const closeHttp = httpCloser(http)
  const pressure = openLoadShedder({
    waitMs: () => database.longestWaitMs(),
    logger: dependencies.logger,
  })
  const live = await openLive(database, clock)
  const running = new RunningCalls()
  const server: Server = {
    http,
    bodies,
    running,
    database,
    clock,
    files,
    loadShedder: pressure,
    live,
    signIns: openSignIns(),
    publicUrl,
    ...recognisers(database, secrets, clock),
  }

  for (const feature of features) feature.routes?.(server, dependencies)
  serveLive(server)
  installationRoutes(server, {
    live,
    checkUp: dependencies.checkUp,
    backups: dependencies.backups,
    describe: () => describeApi(endpoints, dependencies.version),
    config: {
      publicUrl,
      observerGuideUrl: dependencies.observerGuideUrl,
      answersRefreshMs: dependencies.answersRefreshMs,
      version: dependencies.version,
    },
  })
  if (dependencies.webFolder) await serveWeb(http, dependencies.webFolder)
  else serveNothingElse(http)

  return {
    http,
    close: async () => {
      await live.stop()
      await closeHttp()
      await running.ended()
      pressure.stop()
    },
  }
}
