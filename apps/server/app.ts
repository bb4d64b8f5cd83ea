import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Database } from '#database/open.ts'
import { passwordRoutes } from '#features/accounts/server/password-routes.ts'
import { setPassword } from '#features/accounts/server/queries.ts'
import { accountRoutes } from '#features/accounts/server/routes.ts'
import { answerRoutes } from '#features/answers/server/routes.ts'
import { deploymentRoutes } from '#features/deployment/server/routes.ts'
import { electionRoutes } from '#features/elections/server/routes.ts'
import { exportRoutes } from '#features/export/server/routes.ts'
import { factorRoutes } from '#features/factors/server/routes.ts'
import { formRoutes } from '#features/forms/server/routes.ts'
import type { LastHead } from '#features/history/server/jobs.ts'
import { historyRoutes } from '#features/history/server/routes.ts'
import { invitationRoutes } from '#features/invitations/server/routes.ts'
import { attachmentRoutes } from '#features/notes/server/attachment-routes.ts'
import { openLinks } from '#features/notes/server/links.ts'
import { noteRoutes } from '#features/notes/server/routes.ts'
import { notificationRoutes } from '#features/notifications/server/routes.ts'
import { explainObserver } from '#features/observers/reason-domain.ts'
import { noteDevice } from '#features/observers/server/device-queries.ts'
import { pinRoutes } from '#features/observers/server/pin-routes.ts'
import { observerRoutes } from '#features/observers/server/routes.ts'
import { explainCounty, explainStation } from '#features/places/reason-domain.ts'
import { placeRoutes } from '#features/places/server/routes.ts'
import { recogniser, recogniserOfAll } from '#features/session/server/recognise.ts'
import { sessionRoutes } from '#features/session/server/routes.ts'
import { statisticsRoutes } from '#features/statistics/server/routes.ts'
import { type Explains, taskRoutes } from '#features/tasks/server/routes.ts'
import { unplacedRoutes } from '#features/unplaced/server/routes.ts'
import { undoRoutes } from '#features/unplaced/server/undo-routes.ts'
import { visitRoutes } from '#features/visits/server/routes.ts'
import { describeApi } from '#kit/contract/openapi.ts'
import type { Elapsed } from '#kit/server/bodies.ts'
import type { Files } from '#kit/server/files.ts'
import { httpCloser, openHttp } from '#kit/server/http.ts'
import { serveLive } from '#kit/server/live.ts'
import type { Mail } from '#kit/server/mail.ts'
import { openPressure } from '#kit/server/pressure.ts'
import type { Push } from '#kit/server/push.ts'
import { openRenditions, type RenditionProgram } from '#kit/server/renditions.ts'
import type { Secrets } from '#kit/server/secrets.ts'
import type { Clock, Server } from '#kit/server/server.ts'
import { openSignIns } from '#kit/server/sign-ins.ts'
import { serveNothingElse, serveWeb } from '#kit/server/web.ts'
import { accountTasks, electionWays } from './endings.ts'
import { endpoints } from './endpoints.ts'
import { knownTo } from './kept-files.ts'

/** Everything the server takes from the world around it; tests pass their own. */
export type Outside = {
  readonly database: Database
  readonly clock: Clock
  readonly elapsedMs: Elapsed
  readonly files: Files
  /** Writes anew what is shown of photographs, films and sounds. */
  readonly renditionProgram: RenditionProgram
  readonly secrets: Secrets
  /** Where the end of the chain is kept, out of reach of the database’s owner. */
  readonly lastHead: LastHead
  readonly logger: Logger
  /** How phones and browsers are reached. */
  readonly push: Push
  readonly mail: Mail
  /** The built web app; absent where only the calls are wanted. */
  readonly webFolder?: string
  readonly publicUrl: string
  readonly observerGuideUrl: string
  readonly answersRefreshMs: number
  readonly version: string
  readonly trustProxy: boolean
}

const explains: Explains = {
  'import.observers': explainObserver,
  'import.counties': explainCounty,
  'import.stations': explainStation,
}

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

  bindFeatures(server, outside)
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

/** The calls of every feature, in their order. */
function bindFeatures(
  server: Server,
  { secrets, push, renditionProgram: program, logger }: Outside,
): void {
  electionRoutes(server, electionWays)
  factorRoutes(server, secrets)
  sessionRoutes(server, secrets, noteDevice)
  invitationRoutes(server, secrets, setPassword)
  accountRoutes(server, accountTasks)
  passwordRoutes(server)
  taskRoutes(server, secrets, explains)
  placeRoutes(server)
  observerRoutes(server, secrets)
  pinRoutes(server, secrets)
  notificationRoutes(server, push)
  formRoutes(server)
  visitRoutes(server)
  answerRoutes(server)
  const links = openLinks(secrets)
  noteRoutes(server, links)
  attachmentRoutes(server, links, openRenditions(server.files, { program, logger }))
  unplacedRoutes(server)
  undoRoutes(server)
  statisticsRoutes(server)
  exportRoutes(server)
  historyRoutes(server)
}
