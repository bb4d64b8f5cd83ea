import { answers } from '#features/answers/contract.ts'
import { forms, type Question } from '#features/forms/contract.ts'
import { session } from '#features/session/contract.ts'
import { type Caller, isDoubtful } from './calls.ts'
import type { Draw } from './chance.ts'
import {
  type At,
  deviceName,
  type FormCopy,
  observerName,
  type Person,
  stationName,
  type World,
} from './world.ts'

/** A phone in somebody's hand. */
export type Phone = {
  /** What its push service knows it by. */
  readonly device: string
  /** Which of the two generations of apps it runs: which calls it makes, how it names a station. */
  readonly isNewer: boolean
  owner: Person
  token: string | undefined
  /** The forms as it has them; it fetches them when it pleases. */
  copies: readonly FormCopy[]
  /** For so many operations it is left alone, because nobody could sign in on it. */
  rests: number
}

/** Whoever looks after some phones: one call follows another on each. */
export type Holder = {
  readonly world: World
  readonly caller: Caller
  readonly phones: Phone[]
}

/** Where a phone calls from. */
const addressOf = ({ id }: Person) => `10.1.${(id >> 8) & 255}.${id & 255}`

/** Signs in; with the newest pin first, for whoever set it was not always answered. */
export async function signIn(holder: Holder, phone: Phone): Promise<boolean> {
  const { owner } = phone
  for (const pin of [...owner.pins].reverse()) {
    phone.token = await trySigningIn(holder, phone, pin)
    if (!phone.token) continue
    owner.pins = owner.pins.slice(owner.pins.indexOf(pin))
    return true
  }
  phone.rests = 5
  return false
}

async function trySigningIn({ caller, world }: Holder, phone: Phone, password: string) {
  const { owner, device, isNewer } = phone
  const marks = isNewer ? { channelName: 'Firebase', fcmToken: device } : { uniqueId: device }
  const heard = await caller.untilHeard({
    endpoint: isNewer ? session.authorize : session.authorizeV1,
    sent: { body: { user: owner.phone, password, ...marks } },
    about: [observerName(owner), deviceName(device)],
    address: addressOf(owner),
  })
  const isDone = heard.kind === 'done'
  const { from, to } = heard
  if (isNewer && (isDone || isDoubtful(heard)))
    world.registrations.push({ device, observerId: owner.id, from, to, isCertain: isDone })
  return isDone ? heard.reply.access_token : undefined
}

/** Fetches the forms that there are now; what was fetched before is forgotten. */
export async function fetchForms({ caller }: Holder, phone: Phone): Promise<void> {
  const { token, owner } = phone
  const about = [observerName(owner)]
  const listed = await caller.untilHeard({
    endpoint: forms.list,
    sent: { query: {} },
    token,
    about,
  })
  if (listed.kind !== 'done') return forgetToken(phone, listed)
  const there = new Set<number>(listed.reply.formVersions.map(({ id }) => id))
  phone.copies = phone.copies.filter(({ formId }) => there.has(formId))
  for (const { id: formId, currentVersion: version } of listed.reply.formVersions) {
    const sent = { params: { id: formId }, query: {} }
    const heard = await caller.untilHeard({ endpoint: forms.get, sent, token, about })
    if (heard.kind !== 'done') return forgetToken(phone, heard)
    // One form after the other: who is signed out meanwhile keeps what has come.
    const others = phone.copies.filter((copy) => copy.formId !== formId)
    phone.copies = heard.reply ? [...others, { formId, version, sections: heard.reply }] : others
  }
}

/** What is signed in no longer signs in again before it does anything else. */
export function forgetToken(
  phone: Phone,
  heard: { readonly kind: string; readonly code?: string },
) {
  if (heard.kind === 'refused' && heard.code === 'session.missing') phone.token = undefined
}

/** Signed in, and with forms; false when it cannot be brought about now. */
export async function isReady(holder: Holder, phone: Phone): Promise<boolean> {
  if (!phone.token && !(await signIn(holder, phone))) return false
  if (phone.copies.length === 0) await fetchForms(holder, phone)
  return phone.token !== undefined && phone.copies.length > 0
}

/** Some answers to what a form of this phone asks, about one station. */
export function answersOf(phone: Phone, draw: Draw) {
  const copy = draw.pick(phone.copies)
  const questions = (copy?.sections ?? []).flatMap((section) => section.questions)
  return draw.some(questions, 0.4).map((shown) => ({ shown, chosen: chosenOf(shown, draw) }))
}

/** Nothing now and then, as somebody does who takes back what they said; rarely what is no option. */
function chosenOf({ questionType, optionsToQuestions }: Question, draw: Draw) {
  if (draw.happens(0.1)) return []
  const isSingle = questionType === 1 || questionType === 2
  const most = isSingle ? 1 : 1 + draw.below(3)
  const chosen = draw
    .shuffled(optionsToQuestions)
    .slice(0, most)
    .map(({ id, isFreeText }) => ({
      optionId: id,
      value: isFreeText ? `la ora ${draw.below(24)}` : null,
    }))
  if (!draw.happens(0.03)) return chosen
  const unknown = { optionId: 900_000_000 + draw.below(5), value: 'un tricou' }
  return isSingle ? [unknown] : [...chosen, unknown]
}

type Said = ReturnType<typeof answersOf>

/** Sends a report about stations; what it says is kept in the order in which it was said. */
export function reportOf(
  { caller }: Holder,
  phone: Phone,
  at: readonly At[],
  said: Said,
): () => Promise<unknown> {
  const { owner } = phone
  const drafts = at.flatMap((station) =>
    said.map(({ shown, chosen }) => ({
      ...station,
      questionId: shown.id,
      options: chosen.map(({ optionId, value }) => ({ optionId, ...(value && { value }) })),
    })),
  )
  const kept = new Map<string, number>()
  return async () => {
    owner.underWay += 1
    const heard = await caller
      .untilHeard({
        endpoint: answers.send,
        sent: { body: { answers: drafts } },
        token: phone.token,
        about: [observerName(owner), ...at.map(stationName)],
      })
      .finally(() => {
        owner.underWay -= 1
      })
    forgetToken(phone, heard)
    if (heard.kind === 'refused' && !heard.mayBeDone) return
    for (const station of at)
      for (const { shown, chosen } of said) {
        const key = `${stationName(station)} ${shown.id}`
        const isCertain = heard.kind === 'done'
        const saying = { at: station, questionId: shown.id, chosen, shown, isCertain }
        keepLast(owner.sayings, kept, key, { ...saying, from: heard.from, to: heard.to })
      }
  }
}

/** The same again is the same saying, heard later or for the first time. */
export function keepLast<
  Kept extends { readonly from: number; readonly to: number; readonly isCertain: boolean },
>(all: Kept[], places: Map<string, number>, key: string, said: Kept): void {
  const place = places.get(key)
  const before = place === undefined ? undefined : all[place]
  if (place === undefined || !before) {
    places.set(key, all.push(said) - 1)
    return
  }
  const isCertain = before.isCertain || said.isCertain
  const [from, to] = [Math.min(before.from, said.from), Math.max(before.to, said.to)]
  all[place] = { ...said, from, to, isCertain }
}
