import type { Logger } from 'pino'
import type { Database } from '#database/open.ts'
import type { Files } from './files/files.ts'
import type { RenditionProgram } from './files/renditions.ts'
import type { LastHead } from './history/history.ts'
import type { Elapsed } from './http/bodies.ts'
import type { Clock } from './http/server.ts'
import type { Mailer } from './mail/mail.ts'
import type { OutgoingRule } from './outgoing/public-address.ts'
import type { Push } from './push/push.ts'
import type { Secrets } from './security/secrets.ts'

/** The server's external dependencies; tests pass their own. */
export type AppDependencies = {
  readonly database: Database
  readonly clock: Clock
  readonly elapsedMs: Elapsed
  readonly files: Files
  /** Creates renditions of photographs, films and sounds. */
  readonly renditionProgram: RenditionProgram
  readonly secrets: Secrets
  /** Stores the chain's last head, out of reach of the database’s owner. */
  readonly lastHead: LastHead
  readonly logger: Logger
  /** How phones and browsers are reached. */
  readonly push: Push
  readonly mail: Mailer
  /** Where web hooks may lead. */
  readonly outgoing: OutgoingRule
  /** The built web app; absent where only the API is served. */
  readonly webFolder?: string
  readonly publicUrl: string
  readonly observerGuideUrl: string
  readonly answersRefreshMs: number
  /** What maps show below areas and stations: the path of a PMTiles file, the address of a style, or neither. */
  readonly mapTilesFile: string
  readonly mapStyleUrl: string
  readonly version: string
  readonly trustProxy: boolean
}
