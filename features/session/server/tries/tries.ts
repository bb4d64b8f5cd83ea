import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { findCurrentElection } from '#features/elections/server/queries.ts'
import { Problem } from '#kit/contract/problem.ts'
import { networksOf } from '#kit/server/http/address.ts'
import type { Server } from '#kit/server/http/server.ts'
import { announce } from '#kit/server/live/announce.ts'
import type { Secrets } from '#kit/server/security/secrets.ts'
import type { SignInOutcome } from '#kit/server/security/sign-ins.ts'
import { signInsTried } from '../../contract.ts'
import { isGuessing } from '../../domain.ts'
import { addRefusedReports, countTries, upsertMinute } from './tries-queries.ts'

/** How long results are collected before they are written for all processes, in milliseconds. */
const gatheredMs = 2_000

type Tried = { readonly address: string; readonly now: Date }

/**
 * Counts the results of sign-ins, and alerts staff while passwords are being guessed. Each process writes its own row, and
 * only while some attempts fail: a shared row would be a bottleneck.
 */
export function watchSignIns(server: Server, secrets: Secrets) {
  const { signIns, database } = server
  const process = randomUUID()
  const numberOf = (address: string) =>
    Buffer.from(secrets.digest(`network ${networksOf(address).own}`)).readInt32BE()
  let isGathering = false

  const writeDown = async (now: Date): Promise<void> => {
    const before = refusedReports(server)
    await wait(gatheredMs, undefined, { ref: false })
    isGathering = false
    await database.write(async (tx) => {
      for (const minute of signIns.minutes()) await upsertMinute(tx, process, minute)
      await addRefusedReports(tx, process, refusedReports(server) - before)
      if (!isGuessing(await countTries(tx, now))) return
      const election = await findCurrentElection(tx)
      if (election) await announce(tx, signInsTried, { electionId: election.id, ngoId: null }, {})
    }, 'anonymous')
  }

  return async <T>(tried: Tried, work: () => Promise<T>): Promise<T> => {
    const note = (outcome: SignInOutcome | undefined) => {
      if (!outcome) return
      signIns.note(outcome, numberOf(tried.address), tried.now)
      if (outcome === 'right' || isGathering) return
      isGathering = true
      // Other monitoring reports an unreachable database; the next attempt writes the counts.
      writeDown(tried.now).catch(() => undefined)
    }
    try {
      const done = await work()
      note(done instanceof Problem ? outcomes[done.code] : 'right')
      return done
    } catch (error) {
      if (error instanceof Problem) note(outcomes[error.code])
      throw error
    }
  }
}

const outcomes: Readonly<Partial<Record<string, SignInOutcome>>> = {
  'session.refused': 'wrong',
  'request.too-many': 'locked',
  'server.overloaded': 'turned-away',
}

const refusedReports = ({ loadShedder }: Server) => loadShedder.refused()['report'] ?? 0
