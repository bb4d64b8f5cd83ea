import { decodeJwt } from 'jose'
import * as z from 'zod'
import { forms } from '#features/forms/contract.ts'
import { session } from '#features/session/contract.ts'
import { type Caller, isDoubtful } from '../calls.ts'
import {
  deviceName,
  type FormCopy,
  formName,
  observerName,
  type Person,
  unheard,
  type World,
} from '../world.ts'

/** A phone and its observer. */
export type Phone = {
  /** Its token at the push service. */
  readonly device: string
  /** The generation of its app, which decides its calls and how it names a station. */
  readonly isNewer: boolean
  owner: Person
  token: string | undefined
  /** Its copies of the forms; it fetches new ones at random times. */
  copies: readonly FormCopy[]
  /** Whether the server has recorded a newer form copy than the phone has. */
  isShownOther?: boolean
  /** The number of operations that skip it after a failed sign-in. */
  rests: number
}

/** A new phone. */
export const freshPhone = (phone: Pick<Phone, 'device' | 'isNewer' | 'owner'>): Phone => ({
  ...phone,
  token: undefined,
  copies: [],
  rests: 0,
})

/** The holder of some phones; calls on each phone are sequential. */
export type Holder = {
  readonly world: World
  readonly caller: Caller
  readonly phones: Phone[]
}

/** The address a phone calls from. */
const addressOf = ({ id }: Person) => `10.1.${(id >> 8) & 255}.${id & 255}`

/** How many pins are tried at once: five failures lock out for a quarter of an hour. */
const mostPins = 2

/** Signs in, trying the newest pin first: the call that set it may have had no reply. */
export async function signIn(holder: Holder, phone: Phone): Promise<boolean> {
  const { owner } = phone
  for (const pin of owner.pins.slice(-mostPins).reverse())
    if (await trySigningIn(holder, phone, pin)) {
      owner.pins = owner.pins.slice(owner.pins.indexOf(pin))
      return true
    }
  phone.rests = 10
  // An observer who cannot sign in asks for another pin.
  holder.world.helpless.add(owner)
  return false
}

const Claims = z.object({ ObserverId: z.coerce.number() })

async function trySigningIn({ caller, world }: Holder, phone: Phone, password: string) {
  const { owner, device, isNewer } = phone
  const marks = isNewer ? { channelName: 'Firebase', fcmToken: device } : { uniqueId: device }
  const heard = await caller.untilHeard({
    endpoint: isNewer ? session.authorize : session.authorizeV1,
    sent: { body: { user: owner.phone, password, ...marks } },
    about: [observerName(owner), deviceName(device)],
    address: addressOf(owner),
  })
  if (heard.kind === 'done') {
    phone.token = heard.reply.access_token
    recogniseOwner(world, phone, phone.token)
    // The server has recorded a form copy that did not arrive: the phone fetches it first.
    if (phone.isShownOther) phone.copies = []
    phone.isShownOther = false
  }
  const isDone = heard.kind === 'done'
  const { from, to } = heard
  if (isNewer && (isDone || isDoubtful(heard)))
    world.registrations.push({ device, observerId: phone.owner.id, from, to, isCertain: isDone })
  return isDone
}

/** An observer who was deleted and imported again is a new observer, on the same phone. */
function recogniseOwner({ people }: World, phone: Phone, token: string): void {
  const { owner } = phone
  const { ObserverId: id } = Claims.parse(decodeJwt(token))
  if (id === owner.id) return
  const { name, phone: number, pins, organisation } = owner
  const twin = people.get(id) ?? unheard({ id, name, phone: number, pins, organisation })
  people.set(id, twin)
  phone.owner = twin
  phone.copies = []
  delete owner.again
}

/** Fetches the current forms; earlier copies are forgotten. */
export async function fetchForms({ caller, world }: Holder, phone: Phone): Promise<void> {
  const { token, owner } = phone
  const about = [observerName(owner)]
  const listed = await caller.untilHeard({
    endpoint: forms.list,
    sent: { query: {} },
    token,
    about,
  })
  if (listed.kind !== 'done') return forgetToken(world, phone, listed)
  // Later submissions refer to these forms.
  delete owner.again
  const there = new Set<number>(listed.reply.formVersions.map(({ id }) => id))
  phone.copies = phone.copies.filter(({ formId }) => there.has(formId))
  for (const { id: formId } of listed.reply.formVersions) {
    const sent = { params: { id: formId }, query: {} }
    const heard = await caller.untilHeard({
      endpoint: forms.get,
      sent,
      token,
      about: [...about, formName(formId)],
    })
    if (heard.kind !== 'done') {
      // The server may have sent it although it did not arrive.
      phone.isShownOther = true
      return forgetToken(world, phone, heard)
    }
    // One form after the other: if the session ends meanwhile, the phone keeps what has arrived.
    const others = phone.copies.filter((copy) => copy.formId !== formId)
    phone.copies = heard.reply ? [...others, { formId, sections: heard.reply }] : others
  }
}

/**
 * Forgets a token whose session has ended, so that the phone signs in again. While another election is current the
 * server refuses valid tokens too: the phone keeps these.
 */
export function forgetToken(
  { interrupted }: World,
  phone: Phone,
  heard: { readonly kind: string; readonly code?: string; readonly from: number },
) {
  const isOver = heard.kind === 'refused' && heard.code === 'session.missing'
  if (isOver && interrupted.to < heard.from) phone.token = undefined
}

/** Makes sure that the phone is signed in and has forms; false when that is impossible now. */
export async function isReady(holder: Holder, phone: Phone): Promise<boolean> {
  const { interrupted, gone } = holder.world
  const isInVain = interrupted.to > Date.now() || gone.has(phone.owner.id)
  if (!phone.token && (isInVain || !(await signIn(holder, phone)))) return false
  if (phone.copies.length === 0) await fetchForms(holder, phone)
  return phone.token !== undefined && phone.copies.length > 0
}
