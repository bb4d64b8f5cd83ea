import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import type { Database, Tx } from '#database/open.ts'
import { record } from '#kit/server/history/history.ts'
import type { Clock } from '#kit/server/http/server.ts'
import { type Run, type Worker, worker } from '#kit/server/jobs/jobs.ts'
import { announce } from '#kit/server/live/announce.ts'
import { batched } from '#kit/server/load/batch.ts'
import type { Device, Push, PushFault } from '#kit/server/push/push.ts'
import { notificationsChanged } from '../contract.ts'
import { fillBlanks, isFilledForEach } from '../domain.ts'
import {
  type DeliveryOutcome,
  type DeliveryTarget,
  deliver,
  failQueued,
  findMessage,
  giveUp,
  listQueued,
  listStillDue,
  type Message,
  type NotificationKey,
  type payload,
  type QueuedRecipient,
  settle,
  tryLockSending,
} from './delivery-queries.ts'
import { isHeld, type Released, release, withhold } from './held-queries.ts'
import { refillBlanks } from './send-queries.ts'

/** How many recipients are held in memory at a time. */
const mostHeld = 20_000
/** How many are started, and how many recorded, before yielding. */
const batchSize = 500
/** How long a result may stay unrecorded: if the process dies, those messages are sent again. */
const unrecordedMs = 250
const lockPauseMs = 1000
/** How long to wait for responses when the process is shutting down. */
const farewellMs = 3000

/** Why a delivery failed; faults that a retry may fix come first. */
const faults = [
  'unreachable',
  'busy',
  'not-authorised',
  'no-provider',
  'refused',
  'device-gone',
] as const satisfies readonly PushFault[]

type DeliveryDependencies = {
  readonly database: Database
  readonly push: Push
  readonly clock: Clock
}
type DeliveryRun = Run<typeof payload>

export const notificationWorkers = (dependencies: DeliveryDependencies): readonly Worker[] => [
  worker(deliver, (run) => alone(dependencies, run, () => deliverAll(dependencies, run))),
  worker(giveUp, (run) =>
    alone(dependencies, run, async () => {
      const message = await findMessage(dependencies.database.primary, run.payload)
      const fail = (tx: Tx) => failQueued(tx, run.payload, 'interrupted', dependencies.clock())
      if (message && (await endWaiting(dependencies, run.payload, message)))
        await change(dependencies, run.payload, message, fail)
    }),
  ),
]

/** Runs the work under the message's lock: two concurrent senders would deliver it twice. */
async function alone(
  { database }: DeliveryDependencies,
  { payload, signal }: DeliveryRun,
  work: () => Promise<void>,
): Promise<void> {
  const tryOnce = () =>
    database.write(async (tx) => {
      // Held for the duration of this transaction; when our process dies, the database ends both.
      const isMine = await tryLockSending(tx, payload)
      if (isMine) await work()
      return isMine
    })
  while (!(await tryOnce())) await wait(lockPauseMs, undefined, { signal })
}

async function deliverAll(dependencies: DeliveryDependencies, run: DeliveryRun): Promise<void> {
  const { primary } = dependencies.database
  const message = await findMessage(primary, run.payload)
  if (!message || !(await endWaiting(dependencies, run.payload, message))) return
  for (;;) {
    const queued = await listQueued(primary, run.payload, mostHeld)
    if (queued.length === 0) return
    await deliverTo(queued, message, dependencies, run)
    // Recipients not reached stay queued for the next run.
    run.signal.throwIfAborted()
  }
}

/**
 * Returns false if the message was rescheduled. Taking back and rescheduling lock its row, so this waits for them:
 * afterwards no recipient is queued, or another job sends it.
 */
const endWaiting = (
  { database, clock }: DeliveryDependencies,
  payload: DeliveryRun['payload'],
  { ngoId }: Message,
): Promise<boolean> =>
  database.write(async (tx) => {
    const now = clock()
    const released = await release(tx, payload, { until: payload.heldUntil, now })
    if (!released) return !(await isHeld(tx, payload))
    const withheld = await withhold(tx, payload, { senderId: released.senderId, now })
    if (released.wasScheduled) await beginScheduled(tx, payload, { ...released, withheld }, now)
    await announce(tx, notificationsChanged, { electionId: payload.electionId, ngoId }, {})
    return true
  })

/** Fills in the blanks again, because the message was written some time ago. */
async function beginScheduled(
  tx: Tx,
  { electionId, notificationId }: NotificationKey,
  { title, body, withheld }: Released & { readonly withheld: number },
  at: Date,
): Promise<void> {
  if (isFilledForEach(body)) await refillBlanks(tx, { electionId, notificationId })
  await record(tx, {
    ...{ electionId, at, actor: { role: 'server', id: null, name: 'Veghe' } },
    ...{ act: 'notifications.scheduled-sent', subject: 'notifications', subjectId: notificationId },
    after: { title, ...(withheld > 0 && { withheld }) },
  })
}

async function deliverTo(
  queued: readonly QueuedRecipient[],
  message: Message,
  dependencies: DeliveryDependencies,
  { payload, signal }: DeliveryRun,
): Promise<void> {
  const { database, push, clock } = dependencies
  const ending = new AbortController()
  const stopping = AbortSignal.any([signal, ending.signal])
  const content = { ...message, data: { notificationId: String(payload.notificationId) } }
  const isDue = batched(
    (aims: readonly DeliveryTarget[]) => listStillDue(database.primary, payload, aims),
    {
      atOnce: 2,
      most: 200,
    },
  )
  const send: SendToDevice = (device, { observerId, blanks }) =>
    push.send(
      device,
      blanks ? { ...content, body: fillBlanks(content.body, blanks) } : content,
      stopping,
      () => isDue({ observerId, device }),
    )
  const sendOne = (recipient: QueuedRecipient) => deliverToDevices(push, recipient, send)
  let answeredAt = Date.now()
  try {
    for await (const outcomes of portions(queued, sendOne, signal)) {
      if (outcomes.some(({ why }) => why !== 'unreachable')) answeredAt = Date.now()
      if (outcomes.length > 0)
        await change(dependencies, payload, message, (tx) => settle(tx, payload, outcomes, clock()))
      if (Date.now() - answeredAt > push.patienceMs) ending.abort()
    }
  } catch (error) {
    // Deliveries that cannot be recorded would be repeated, so stop sending.
    ending.abort()
    throw error
  }
  const fail = (tx: Tx) => failQueued(tx, payload, 'unreachable', clock())
  if (ending.signal.aborted) await change(dependencies, payload, message, fail)
}

/** Sends to all recipients, and yields results in portions to record. */
async function* portions(
  queued: readonly QueuedRecipient[],
  sendOne: (recipient: QueuedRecipient) => Promise<DeliveryOutcome | undefined>,
  stopping: AbortSignal,
): AsyncGenerator<readonly DeliveryOutcome[]> {
  const outcomes: DeliveryOutcome[] = []
  let isOver = false
  const sending = inBatches(queued, async (recipient) => {
    const outcome = await sendOne(recipient)
    if (outcome) outcomes.push(outcome)
  }).finally(() => {
    isOver = true
  })
  for (;;) {
    if (outcomes.length < batchSize) await Promise.race([sending, wait(unrecordedMs)])
    if (stopping.aborted && !isOver) {
      // Recipients the provider has not answered for by then are asked about again by the next run.
      await Promise.race([sending, wait(farewellMs)])
      isOver = true
    }
    // Results that arrive while this is recorded belong to the next portion, even when nothing comes after
    // it.
    const isLast = isOver && outcomes.length <= batchSize
    yield outcomes.splice(0, batchSize)
    if (isLast) return
  }
}

/** Starts some, yields, and continues with the next; until all are done. */
async function inBatches<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const begun: Promise<unknown>[] = []
  for (let from = 0; from < all.length; from += batchSize) {
    const some = Promise.all(all.slice(from, from + batchSize).map(work))
    // Failures are handled below, when all have started.
    some.catch(() => undefined)
    begun.push(some)
    await nextTurn()
  }
  await Promise.all(begun)
}

/** Sends a message to one device, unless the device has a new owner. */
type SendToDevice = (device: Device, recipient: QueuedRecipient) => ReturnType<Push['send']>

/** Sends to one observer on each of their devices; undefined when they are left for another run. */
async function deliverToDevices(
  push: Push,
  recipient: QueuedRecipient,
  send: SendToDevice,
): Promise<DeliveryOutcome | undefined> {
  const { observerId, devices, gone: why } = recipient
  if (why) return { observerId, why, gone: [] }
  const results = await Promise.all(
    devices.map(async (device) => ({ device, result: await send(device, recipient) })),
  )
  const came = (what: (typeof results)[number]['result']) =>
    results.filter(({ result }) => result === what).map(({ device }) => device)
  const gone = came('device-gone')
  if (came('sent').length > 0) return { observerId, why: null, gone }
  // A device that is no longer theirs was revoked: they are looked up again, with their devices by then.
  if (came('left').length + came('withdrawn').length > 0) return undefined
  const without = push.isConfigured ? 'no-device' : 'no-provider'
  return { observerId, why: faults.find((fault) => came(fault).length > 0) ?? without, gone }
}

/** Changes the state of a message, and announces it to the screens. */
const change = (
  { database }: DeliveryDependencies,
  { electionId }: NotificationKey,
  { ngoId }: Message,
  work: (tx: Tx) => Promise<void>,
): Promise<void> =>
  database.write(async (tx) => {
    await work(tx)
    await announce(tx, notificationsChanged, { electionId, ngoId }, {})
  })
