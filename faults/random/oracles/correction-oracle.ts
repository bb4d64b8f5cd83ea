import type { Question } from '#features/forms/contract.ts'
import { groupBy } from '#kit/contract/group.ts'
import type { Finding } from '../trace.ts'
import { type CorrectionAct, observerName, type Person, type Saying } from '../world.ts'
import { asText } from './said.ts'
import type { Stored } from './stored.ts'

const oracle = 'a correction counts until its observer answers differently'

const slotOf = (of: Pick<CorrectionAct, 'observerId' | 'stationId' | 'questionId'>) =>
  `${of.observerId}/${of.stationId}/${of.questionId}`

/**
 * What the last acknowledged correction says is what counts, unless the observer may have answered differently since. That
 * their own answer is kept, another oracle checks.
 */
export function correctionsCount(
  acts: readonly CorrectionAct[],
  people: readonly Person[],
  stored: Stored,
): Finding[] {
  const counted = groupBy(stored.answers, slotOf)
  return [...groupBy(acts, slotOf)].flatMap(([slot, all]) => {
    const may = perhapsLast(all)
    const is = asText(counted.get(slot) ?? [])
    const isCorrected = stored.corrections.some((one) => slotOf(one) === slot)
    const isFine = isCorrected
      ? may.some(({ value }) => value === is)
      : may.some((one) => one.value === undefined || mayHaveEnded(one, people, stored))
    if (isFine) return []
    const values = may.map(({ value }) => value ?? 'taken back').join(' or ')
    const [first] = all
    const what = `${slot}: ${isCorrected ? `counts as ${is}` : 'not corrected'}, last acts ${values}`
    return [{ oracle, what, about: first ? [observerName({ id: first.observerId })] : [] }]
  })
}

/** The acts that no other certainly came after. */
const perhapsLast = (all: readonly CorrectionAct[]) =>
  all.filter(({ to }) => !all.some(({ isCertain, from }) => isCertain && from > to))

/** Whether the correction is in doubt by itself, or by what its observer said since, or by an unmatched report. */
function mayHaveEnded(
  act: CorrectionAct,
  people: readonly Person[],
  { asides, visits }: Stored,
): boolean {
  const { observerId, stationId, questionId } = act
  const isOf = (one: { readonly observerId: number }) => one.observerId === observerId
  const isThere = visits.some((one) => isOf(one) && one.stationId === stationId)
  const sayings = people.find(({ id }) => id === observerId)?.sayings ?? []
  const isDifferent = (one: Saying) =>
    asText(one.chosen) !== act.own || wordsOf(one.shown) !== wordsOf(act.wording)
  return (
    !act.isCertain ||
    !isThere ||
    asides.some((one) => isOf(one) && one.sent.questionId === questionId) ||
    sayings.some((one) => one.questionId === questionId && one.to >= act.from && isDifferent(one))
  )
}

/** The same answer to a question in other words is a different one. */
const wordsOf = ({ text, questionType, optionsToQuestions }: Question) =>
  JSON.stringify([
    ...[text, questionType],
    optionsToQuestions.map((one) => [one.id, one.text, one.flagged]).sort(),
  ])
