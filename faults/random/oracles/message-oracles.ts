import { groupBy } from '#kit/contract/group.ts'
import type { Arrival } from '../provider.ts'
import type { Finding } from '../trace.ts'
import { deviceName, type Opening, observerName, type Registration, type Timing } from '../world.ts'

/** A message's recipient, and its result. */
export type Delivered = {
  readonly messageId: number
  readonly observerId: number
  readonly state: string
}

export type MessageTraffic = {
  readonly deliveries: readonly Delivered[]
  readonly arrivals: readonly Arrival[]
  readonly registrations: readonly Registration[]
  readonly openings: readonly Opening[]
  /** Messages that were certainly taken back. */
  readonly takenBack: readonly number[]
  readonly timings: readonly Timing[]
  /** The most times one phone may get a message: once, and once more for each fault. */
  readonly mostTimes: number
}

/** How long after a change of holder a message may still go to the previous one, in milliseconds. */
const onTheWayMs = 3000

/** Each message arrives only at the phone on which its recipient is signed in. */
export function messagesReachTheirOwn(sent: MessageTraffic): Finding[] {
  const oracle = 'messages reach only their recipients'
  const devices = groupBy(sent.registrations, ({ device }) => device)
  const recipients = groupBy(sent.deliveries, ({ messageId }) => messageId)
  const isHeldBy = (arrival: Arrival, observerIds: ReadonlySet<number>) => {
    const held = devices.get(arrival.device) ?? []
    return held.some(({ observerId, from }, nth) => {
      const next = held.slice(nth + 1).find(({ isCertain }) => isCertain)
      const until = (next?.to ?? Number.POSITIVE_INFINITY) + onTheWayMs
      const isThen = from <= arrival.at && arrival.at <= until
      return isThen && observerId !== undefined && observerIds.has(observerId)
    })
  }
  const astray = sent.arrivals.filter((arrival) => {
    const own = (recipients.get(arrival.messageId) ?? []).map(({ observerId }) => observerId)
    return !isHeldBy(arrival, new Set(own))
  })
  const often = [...groupBy(sent.arrivals, (one) => `${one.device} ${one.messageId}`).values()]
  const got = groupBy(sent.arrivals, ({ messageId }) => messageId)
  const never = sent.deliveries.filter(
    ({ messageId, observerId, state }) =>
      state === 'sent' &&
      !(got.get(messageId) ?? []).some((one) => isHeldBy(one, new Set([observerId]))),
  )
  return [
    ...astray.map(({ device, messageId }) => ({
      oracle,
      what: `message ${messageId} came to ${deviceName(device)}, where none of its recipients is`,
      about: [deviceName(device)],
    })),
    ...often
      .filter((times) => times.length > sent.mostTimes)
      .map((times) => ({
        oracle: 'messages arrive once',
        what: `message ${times[0]?.messageId} came ${times.length} times to ${times[0]?.device}`,
        about: [deviceName(times[0]?.device ?? '')],
      })),
    ...openedAsSaid(sent),
    ...takenBackReachNoPhone(sent),
    ...noneComesEarly(sent),
    ...never.map(({ messageId, observerId }) => ({
      oracle,
      what: `message ${messageId} is said to be sent to ${observerName({ id: observerId })}, and came nowhere`,
      about: [observerName({ id: observerId })],
    })),
  ]
}

/** A message is stored as opened exactly where its recipient opened it. */
function openedAsSaid({ deliveries, openings }: MessageTraffic): Finding[] {
  const keyOf = ({ messageId, observerId }: Pick<Opening, 'messageId' | 'observerId'>) =>
    `message ${messageId} by ${observerName({ id: observerId })}`
  const opened = new Set(deliveries.filter(({ state }) => state === 'opened').map(keyOf))
  const said = new Set(openings.map(keyOf))
  const certain = new Set(openings.filter(({ isCertain }) => isCertain).map(keyOf))
  const wrong = [
    ...[...certain].filter((key) => !opened.has(key)).map((key) => `${key} is not opened`),
    ...[...opened]
      .filter((key) => !said.has(key))
      .map((key) => `${key} is opened, but no phone opened it`),
  ]
  return wrong.map((what) => ({ oracle: 'opened messages are stored as opened', what, about: [] }))
}

/** A message that was taken back has failed for all recipients and reached no phone. */
function takenBackReachNoPhone({ takenBack, deliveries, arrivals }: MessageTraffic): Finding[] {
  const back = new Set(takenBack)
  const wrong = [
    ...arrivals
      .filter(({ messageId }) => back.has(messageId))
      .map(({ messageId, device }) => `message ${messageId} came to ${deviceName(device)}`),
    ...deliveries
      .filter(({ messageId, state }) => back.has(messageId) && state !== 'failed')
      .map((one) => `message ${one.messageId} is ${one.state} for ${one.observerId}`),
  ]
  return wrong.map((what) => ({ oracle: 'messages taken back reach no phone', what, about: [] }))
}

/** How early a message may arrive, in milliseconds: two clocks are compared. */
const earlyMs = 2000

/** A message that was rescheduled once, and not sent at once, does not arrive before its new time. */
function noneComesEarly({ timings, arrivals }: MessageTraffic): Finding[] {
  const each = groupBy(timings, ({ messageId }) => messageId)
  return arrivals.flatMap(({ messageId, device, at }) => {
    const [timing, ...others] = each.get(messageId) ?? []
    if (!timing?.isCertain || timing.sendAt === undefined || others.length > 0) return []
    const early = timing.sendAt - at
    if (early <= earlyMs) return []
    const what = `message ${messageId} came to ${deviceName(device)} ${early} ms before its time`
    return [{ oracle: 'no message arrives early', what, about: [deviceName(device)] }]
  })
}
