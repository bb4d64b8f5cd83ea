import { notifications } from '#features/notifications/contract.ts'
import { session } from '#features/session/contract.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Operation } from '../operation.ts'
import { deviceName, observerName } from '../world.ts'
import { type OnPhone, onPhone } from './on-phone.ts'
import { fetchForms, forgetToken, freshPhone, type Holder } from './phone.ts'

/** The most phones an observer holds. */
const mostPhones = 16

const signOut: OnPhone = async ({ caller, world }, phone) => {
  const { device, owner, token } = phone
  const about = [observerName(owner), deviceName(device)]
  const heard = await caller.untilHeard({ endpoint: session.signOut, sent: {}, token, about })
  phone.token = undefined
  const { from, to } = heard
  const isCertain = heard.kind === 'done'
  world.registrations.push({ device, observerId: undefined, from, to, isCertain })
}

/** Two observers swap phones: the last one to sign in holds the phone and fetches the forms. */
const swap: Operation<Holder>['run'] = async ({ phones }, draw) => {
  const [one, other] = draw.shuffled(phones)
  if (!one || !other) return
  const { owner } = one
  one.owner = other.owner
  other.owner = owner
  for (const phone of [one, other]) {
    phone.token = undefined
    phone.copies = []
    // The last submission was from another phone.
    delete phone.owner.again
  }
}

/** A new observer takes up a phone. */
const takeUp: Operation<Holder>['run'] = async ({ world, phones }, draw) => {
  const owner = world.waiting.shift()
  if (!owner) return
  const device = `device-${owner.id}`
  phones.push(freshPhone({ device, isNewer: draw.happens(0.5), owner }))
}

/** An observer takes a second phone and continues with both. */
const takeSecond: Operation<Holder>['run'] = async ({ world, phones }, draw) => {
  const phone = draw.pick(phones)
  const isAlone = phones.filter(({ owner }) => owner === phone?.owner).length === 1
  if (!phone || !isAlone || phones.length > mostPhones) return
  const { owner } = phone
  const device = `device-${owner.id}-${world.next()}`
  phones.push(freshPhone({ device, isNewer: draw.happens(0.5), owner }))
}

/** Opens a message that came to this phone. */
const openMessage: OnPhone = async ({ caller, world }, phone, draw) => {
  const { device, owner, token } = phone
  const arrival = draw.pick(world.arrivals.filter((one) => one.device === device))
  if (!arrival) return
  const { messageId } = arrival
  const heard = await caller.untilHeard({
    endpoint: notifications.open,
    sent: { body: { notificationId: messageId as Id<'notifications'> } },
    token,
    about: [observerName(owner), deviceName(device)],
  })
  forgetToken(world, phone, heard)
  if (heard.kind === 'refused' && !heard.mayBeDone) return
  world.openings.push({ messageId, observerId: owner.id, isCertain: heard.kind === 'done' })
}

export const phoneOperations: readonly Operation<Holder>[] = [
  { name: 'forms fetched', weight: 4, run: onPhone(fetchForms) },
  { name: 'message opened', weight: 3, run: onPhone(openMessage) },
  { name: 'sign-out', weight: 1, run: onPhone(signOut) },
  { name: 'phones swapped', weight: 0.5, run: swap },
  { name: 'phone taken up', weight: 2, run: takeUp },
  { name: 'second phone taken along', weight: 0.3, run: takeSecond },
]
