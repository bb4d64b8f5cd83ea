import { type AnswerDraft, answers } from '#features/answers/contract.ts'
import { forms, type Question, type Section } from '#features/forms/contract.ts'
import { isSingleChoice } from '#features/forms/kind-domain.ts'
import { notes } from '#features/notes/contract.ts'
import type { Places } from '#features/places/domain.ts'
import { session } from '#features/session/contract.ts'
import { visits } from '#features/visits/contract.ts'
import type { CallInput, Endpoint, Reply } from '#kit/contract/endpoint.ts'
import { groupBy } from '#kit/contract/group.ts'
import { remarks } from './day/remarks.ts'

/** A file that a phone sends with a note. */
export type SentFile = { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> }

/** Makes a call as a phone would, with its token. */
export type Phone = <E extends Endpoint>(
  endpoint: E,
  sent: CallInput<E>,
  token?: string,
  files?: readonly SentFile[],
) => Promise<Reply<E>>

export type Credentials = { readonly phone: string; readonly pin: string }

/** A polling station, as a phone names it. */
export type Station = {
  readonly countyCode: string
  readonly municipalityCode: string
  readonly pollingStationNumber: number
}

/** An observer who has signed in: their token and forms. */
export type PhoneSession = {
  readonly token: string
  readonly questionnaires: readonly (readonly Section[])[]
}

/** An observer at a station. */
export type ObserverPost = PhoneSession & { readonly station: Station }

/** A random number of at least 0 and below 1. */
export type RandomSource = () => number

/** A seeded generator, so that every run is the same: mulberry32, public domain. */
export function seededRandom(seed: number): RandomSource {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Picks an item; undefined from an empty list. */
export const pick = <Item>(items: readonly Item[], chance: RandomSource): Item | undefined =>
  items[Math.floor(chance() * items.length)]

/** The stations in an election's files, by their numbers in the files. */
export function stationsOf({ areas, stations, counts = [], countyLevel }: Places): Station[] {
  const counties = new Map<string, string>()
  // From the outermost level inwards: an area below the counties takes its parent's county.
  for (const { level, code, parentCode } of areas)
    if (level > countyLevel && parentCode !== null)
      counties.set(code, counties.get(parentCode) ?? parentCode)
  const counted = counts.flatMap(({ value: { code: areaCode, stations: count } }) =>
    Array.from({ length: count }, (_, index) => ({ areaCode, number: index + 1 })),
  )
  return [...stations, ...counted].map(({ areaCode, number }) => ({
    countyCode: counties.get(areaCode) ?? areaCode,
    municipalityCode: areaCode,
    pollingStationNumber: number,
  }))
}

/** Picks a county, an area in it, then a station number, so that small counties are observed as well. */
export function chooseStation(stations: readonly Station[], chance: RandomSource): Station {
  const counties = groupBy(stations, ({ countyCode }) => countyCode)
  const areas = groupBy(
    pick([...counties.values()], chance) ?? [],
    ({ municipalityCode }) => municipalityCode,
  )
  const station = pick(pick([...areas.values()], chance) ?? [], chance)
  if (!station) throw new Error('There are no polling stations to observe')
  return station
}

/** Signs an observer in, and fetches the forms as a phone does. */
export async function signIn(
  phone: Phone,
  { phone: user, pin: password }: Credentials,
): Promise<PhoneSession> {
  const body = { user, password, uniqueId: `rehearsal-${user}` }
  const { access_token: token } = await phone(session.authorizeV1, { body })
  const { formVersions } = await phone(forms.list, { query: {} }, token)
  const questionnaires = await Promise.all(
    formVersions.map(({ id }) => phone(forms.get, { params: { id }, query: {} }, token)),
  )
  return { token, questionnaires: questionnaires.filter((sections) => sections !== null) }
}

/** Reports an arrival. */
export async function arrive(
  phone: Phone,
  { token, station }: ObserverPost,
  at: Date,
  chance: RandomSource,
) {
  const body = {
    ...station,
    observerArrivalTime: at.toISOString(),
    urbanArea: chance() < 0.6,
    isPollingStationPresidentFemale: chance() < 0.5,
  }
  await phone(visits.report, { body }, token)
}

/** Reports a departure. */
export async function leave(phone: Phone, { token, station }: ObserverPost, at: Date) {
  await phone(visits.leave, { body: { ...station, observerLeaveTime: at.toISOString() } }, token)
}

/** Answers some questions of a form, mostly with unflagged options. */
export async function report(
  phone: Phone,
  { token, station, questionnaires }: ObserverPost,
  chance: RandomSource,
) {
  const questions = (pick(questionnaires, chance) ?? []).flatMap((section) => section.questions)
  const drafts = questions
    .filter(() => chance() < 0.9)
    .map(
      (question): AnswerDraft => ({
        ...station,
        questionId: question.id,
        options: choose(question, chance),
      }),
    )
  await phone(answers.send, { body: { answers: drafts } }, token)
}

function choose({ questionType, optionsToQuestions }: Question, chance: RandomSource) {
  const calm = optionsToQuestions.filter(({ flagged }) => !flagged)
  const from = calm.length > 0 && chance() < 0.97 ? calm : optionsToQuestions
  const isMultiple = !isSingleChoice(questionType)
  const chosen = [pick(from, chance), isMultiple && chance() < 0.3 ? pick(from, chance) : undefined]
  return [...new Set(chosen)]
    .filter((option) => option !== undefined)
    .map(({ id, isFreeText }) => ({
      optionId: id,
      ...(isFreeText && { value: pick(remarks, chance)?.text ?? '' }),
    }))
}

/** Writes a note about the station. */
export async function remark(phone: Phone, { token, station }: ObserverPost, chance: RandomSource) {
  const body = { ...station, text: pick(remarks, chance)?.text ?? '' }
  await phone(notes.write, { body }, token)
}
