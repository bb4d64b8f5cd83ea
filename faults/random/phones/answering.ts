import { answers } from '#features/answers/contract.ts'
import type { Question } from '#features/forms/contract.ts'
import { drawOptions } from '#testing/evening/drawn-reports.ts'
import type { SeededRandom } from '#testing/evening/seeded-random.ts'
import type { AnyResult } from '../call-result.ts'
import type { At } from '../map.ts'
import { firstUnknownOption } from '../oracles/reading-oracles.ts'
import { observerName, type Person, stationName } from '../world.ts'
import { forgetToken, type Holder, type Phone } from './phone.ts'

/** Some answers to a form of this phone, about one station. */
export function answersOf(phone: Phone, draw: SeededRandom) {
  const copy = draw.pick(phone.copies)
  const questions = (copy?.sections ?? []).flatMap((section) => section.questions)
  return draw.some(questions, 0.4).map((shown) => ({ shown, chosen: chosenOf(shown, draw) }))
}

/** Rarely adds an unknown option, or replaces the chosen one. */
function chosenOf(question: Question, draw: SeededRandom) {
  const chosen = drawOptions(question, draw).map(({ optionId, value = null }) => ({
    optionId,
    value,
  }))
  if (chosen.length === 0 || !draw.happens(0.03)) return chosen
  const unknown = { optionId: firstUnknownOption + draw.below(5), value: 'un tricou' }
  const isSingle = question.questionType === 1 || question.questionType === 2
  return isSingle ? [unknown] : [...chosen, unknown]
}

type AnswersGiven = ReturnType<typeof answersOf>

/** Sends a report about stations, and records its content in the order sent. */
export function reportOf(
  { caller, world }: Holder,
  phone: Phone,
  at: readonly At[],
  given: AnswersGiven,
): () => Promise<unknown> {
  const { owner } = phone
  const drafts = at.flatMap((station) =>
    given.map(({ shown, chosen }) => ({
      ...station,
      questionId: shown.id,
      options: chosen.map(({ optionId, value }) => ({ optionId, ...(value && { value }) })),
    })),
  )
  return recorded(owner, at, given, async () => {
    const heard = await caller.untilHeard({
      endpoint: answers.send,
      sent: { body: { answers: drafts } },
      token: phone.token,
      about: [observerName(owner), ...at.map(stationName)],
    })
    forgetToken(world, phone, heard)
    return heard
  })
}

/** The same submission each time it is run; its content is recorded unless it is refused. */
export function recorded(
  owner: Person,
  at: readonly At[],
  given: AnswersGiven,
  send: () => Promise<AnyResult>,
): () => Promise<unknown> {
  const kept = new Map<string, number>()
  return async () => {
    owner.underWay += 1
    const heard = await send().finally(() => {
      owner.underWay -= 1
    })
    if (heard.kind === 'refused' && !heard.mayBeDone) return
    for (const station of at)
      for (const { shown, chosen } of given) {
        const key = `${stationName(station)} ${shown.id}`
        const isCertain = heard.kind === 'done'
        const saying = { at: station, questionId: shown.id, chosen, shown, isCertain }
        keepLast(owner.sayings, kept, key, { ...saying, from: heard.from, to: heard.to })
      }
  }
}

/** A retry is the same submission; the server may have received it before or not. */
export function keepLast<
  Kept extends { readonly from: number; readonly to: number; readonly isCertain: boolean },
>(all: Kept[], places: Map<string, number>, key: string, given: Kept): void {
  const place = places.get(key)
  const before = place === undefined ? undefined : all[place]
  if (place === undefined || !before) {
    places.set(key, all.push(given) - 1)
    return
  }
  const isCertain = before.isCertain || given.isCertain
  const [from, to] = [Math.min(before.from, given.from), Math.max(before.to, given.to)]
  all[place] = { ...given, from, to, isCertain }
}
