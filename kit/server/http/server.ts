import type { FastifyInstance } from 'fastify'
import type { Database, Db } from '#database/open.ts'
import type { Who } from '#kit/contract/who.ts'
import type { Files } from '../files/files.ts'
import type { Live } from '../live/live.ts'
import type { LoadShedder } from '../load/load-shedding.ts'
import type { SignIns } from '../security/sign-ins.ts'
import type { Bodies } from './bodies.ts'
import type { RunningCalls } from './running-calls.ts'

/** The current time; the tests' clock can be set. */
export type Clock = () => Date

/** What every route is bound to. */
export type Server = {
  readonly http: FastifyInstance
  /** The bodies that are still arriving. */
  readonly bodies: Bodies
  readonly running: RunningCalls
  readonly database: Database
  readonly clock: Clock
  readonly files: Files
  readonly loadShedder: LoadShedder
  /** The event streams of this process. */
  readonly live: Live
  readonly signIns: SignIns
  /** Our public address, without a trailing slash; empty: the one of each request. */
  readonly publicUrl: string
  /** Whose token this is; undefined when it is forged, expired or revoked. */
  readonly recognise: (token: string, address: string) => Promise<Who | undefined>
  /** The current callers of these sessions, as this connection sees them; ended sessions are missing. */
  readonly recogniseAll: (
    db: Db,
    sessionIds: readonly string[],
  ) => Promise<ReadonlyMap<string, Who>>
  /** Whether a token was never made here, not even one that has expired. */
  readonly isForged: (token: string) => Promise<boolean>
}
