import type { AppDependencies } from '#kit/server/dependencies.ts'
import { record } from '#kit/server/history/history.ts'
import type { Stoppable } from '#kit/server/jobs/jobs.ts'
import { repeat } from '#kit/server/jobs/repeat.ts'
import { announce } from '#kit/server/live/announce.ts'
import type { Hook } from '../contract.ts'
import { hooksChanged } from '../contract.ts'
import { isSuccess, patienceMs } from '../domain.ts'
import { attempt, gone } from './attempt.ts'
import { collect } from './collecting-queries.ts'
import {
  claimDue,
  deleteOld,
  listSending,
  noteHealth,
  type Outcome,
  type SendingHook,
  settle,
  unclaim,
} from './delivery-queries.ts'
import { turnHook } from './queries.ts'

/** How often new events and due deliveries are looked for, in milliseconds. */
const lookMs = 2000
/** Deliveries of one hook at once, in a process. */
const atOnce = 4
/** Longer than an attempt may take: after it, another process may try. */
const claimMs = 30_000
const sweepMs = 3_600_000
/** The pause between two announcements of deliveries, in milliseconds. */
const announceMs = 2000

/**
 * Loops and not jobs: each hook has a queue of its own, so that a slow receiver delays no other, and a retry comes after
 * up to a day.
 */
export const loops: readonly ((dependencies: AppDependencies) => Stoppable)[] = [
  ({ database, clock, logger }) =>
    repeat({ job: 'hooks.collect', restMs: lookMs, logger }, async (signal) => {
      while (!signal.aborted && (await database.write((tx) => collect(tx, clock()))));
    }),
  startDelivering,
  ({ database, clock, logger }) =>
    repeat({ job: 'hooks.sweep', restMs: sweepMs, logger }, () =>
      database.write((tx) => deleteOld(tx, clock())),
    ),
]

/** Delivers what is due, one run for each hook at a time. */
function startDelivering(dependencies: AppDependencies): Stoppable {
  const { database, clock, logger } = dependencies
  const running = new Map<string, Promise<void>>()
  const settled = new Set<SendingHook['electionId']>()
  const looking = repeat({ job: 'hooks.deliver', restMs: lookMs, logger }, async (signal) => {
    for (const hook of await listSending(database.primary, clock())) {
      const key = `${hook.electionId}/${hook.id}`
      if (running.has(key)) continue
      const run = deliverSome(dependencies, hook, signal)
        .then(() => void settled.add(hook.electionId))
        .catch((error: unknown) => {
          const reason = error instanceof Error ? error.message : String(error)
          if (!signal.aborted) logger.warn({ job: 'hooks.deliver', reason }, 'job')
        })
        .finally(() => running.delete(key))
      running.set(key, run)
    }
  })
  // Thousands of deliveries in a minute must not become thousands of messages to each screen.
  const announcing = repeat({ job: 'hooks.announce', restMs: announceMs, logger }, async () => {
    for (const electionId of settled) {
      settled.delete(electionId)
      await database.write((tx) => announce(tx, hooksChanged, { electionId, ngoId: null }, {}))
    }
  })
  return {
    stop: async () => {
      await looking.stop()
      await Promise.all(running.values())
      await announcing.stop()
    },
  }
}

/** Tries what is due of a hook until nothing is. The hook is read anew at times, for its secret may be replaced. */
async function deliverSome(
  dependencies: AppDependencies,
  hook: SendingHook,
  stopping: AbortSignal,
): Promise<void> {
  const { database, clock } = dependencies
  const now = clock()
  const until = new Date(now.getTime() + claimMs)
  const claimed = await database.write((tx) => claimDue(tx, hook, atOnce, { now, until }))
  try {
    const outcomes = await Promise.all(
      claimed.map((delivery) => attempt(dependencies, hook, delivery, stopping)),
    )
    if (outcomes.length > 0) await settleAll(dependencies, hook, outcomes)
  } catch (error) {
    if (stopping.aborted) await database.write((tx) => unclaim(tx, hook, claimed, clock()))
    throw error
  }
}

const settleAll = (
  { database, clock }: AppDependencies,
  hook: SendingHook,
  outcomes: readonly Outcome[],
): Promise<void> =>
  database.write(async (tx) => {
    const now = clock()
    await settle(tx, hook, outcomes)
    const hasArrived = outcomes.some(({ status }) => isSuccess(status))
    const failingSince = await noteHealth(tx, hook, hasArrived, now)
    const isGivenUp = outcomes.some(({ dueAt, status }) => dueAt === null && !isSuccess(status))
    const hasFailed = failingSince !== null && now.getTime() - failingSince.getTime() >= patienceMs
    const reason: Hook['offReason'] = outcomes.some(({ status }) => status === gone)
      ? 'gone'
      : isGivenUp && hasFailed
        ? 'failing'
        : null
    const { electionId, id, address } = hook
    if (reason) {
      await turnHook(tx, electionId, id, { since: now, reason })
      await record(tx, {
        ...{ electionId, at: now, actor: { role: 'server', id: null, name: 'Veghe' } },
        ...{ act: 'hooks.turned-off', subject: 'hooks', subjectId: id },
        after: { address, offReason: reason },
      })
    }
  })
