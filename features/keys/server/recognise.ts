import type { Database, Db } from '#database/open.ts'
import { recogniser, recogniserOfAll } from '#features/session/server/recognise.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { Who } from '#kit/contract/who.ts'
import { networksOf } from '#kit/server/http/address.ts'
import type { Clock, Server } from '#kit/server/http/server.ts'
import { openAllowances } from '#kit/server/load/allowance.ts'
import { digestOfKey, isAccessKey } from '#kit/server/security/access-key.ts'
import type { Secrets } from '#kit/server/security/secrets.ts'
import { allowance, usedSeconds } from '../domain.ts'
import { findPrograms, isKeyKnown, keyIn, touchKey } from './queries.ts'

/** Recognises people by their sessions, and programs by their keys. */
export function recognisers(
  database: Database,
  secrets: Secrets,
  clock: Clock,
): Pick<Server, 'recognise' | 'recogniseAll' | 'isForged'> {
  const person = recogniser(database, secrets, clock)
  const program = programRecogniser(database, clock)
  const people = recogniserOfAll(clock)
  return {
    recognise: (token, address) => (isAccessKey(token) ? program(token, address) : person(token)),
    recogniseAll: async (db, sessionIds) => {
      const keyIds = sessionIds.flatMap((id) => keyIn(id) ?? [])
      if (keyIds.length === 0) return people(db, sessionIds)
      return new Map([
        ...(await people(
          db,
          sessionIds.filter((id) => keyIn(id) === undefined),
        )),
        ...(await programsOf(db, keyIds, clock())),
      ])
    },
    isForged: async (token) => {
      if (!isAccessKey(token)) return secrets.isForged(token)
      const digest = digestOfKey(token)
      return digest === undefined || !(await isKeyKnown(database.primary, digest))
    },
  }
}

async function programsOf(db: Db, ids: readonly number[], now: Date) {
  const programs = await findPrograms(db, { ids }, now)
  return programs.map(({ who }): [string, Who] => [who.sessionId, who])
}

/** Read from the primary for each call: a revoked key ends at once, on every process. */
function programRecogniser(database: Database, clock: Clock) {
  const secondsToWait = openAllowances(allowance)
  return async (token: string, address: string): Promise<Who | undefined> => {
    const now = clock()
    const digest = digestOfKey(token)
    const [program] = digest ? await findPrograms(database.primary, { digest }, now) : []
    if (!program) return undefined
    const { id, usedAt, who } = program
    const retryAfterSeconds = secondsToWait(id, now)
    if (retryAfterSeconds > 0) throw new Problem('request.too-many', { retryAfterSeconds })
    if (now.getTime() - (usedAt?.getTime() ?? 0) >= usedSeconds * 1000)
      await database.write((tx) => touchKey(tx, id, now, networksOf(address).own), 'export')
    return who
  }
}
