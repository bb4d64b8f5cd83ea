import { compare, type DatedChoice, type SubmittedChoice } from '#features/answers/domain.ts'
import { type FactMoment, isLater, type ReportMoment } from '#features/visits/domain.ts'
import type { KeptFact } from './placement-domain.ts'

/*
 * A placed report is a layer over what was there before, and may come to lie under later ones. Undoing it
 * removes its layer, wherever it is, and the others become as if it had never been.
 */

/** The current answer to a question, or value of a fact, and the record of when it was said. */
export type Layer<V> = { readonly value: V; readonly said?: FactMoment | undefined }

/** One of the reports that were placed there. */
export type Placed<V> = {
  readonly id: number
  /** When it was last said. */
  readonly at: Date
  /** The value after it is said over another. */
  put(over: V): V
  /** The layer below it; undefined: it was superseded, because something later was there. */
  readonly before: Layer<V> | undefined
}

/** How values are compared, and a value's own latest moment. */
export type ValueKind<V> = {
  isSame(one: V, other: V): boolean
  latestIn(value: V): Date | undefined
}

/** What is left when one layer was removed. */
export type StackRemainder<V> = {
  readonly stands: Layer<V>
  /** The new layer below each remaining one. */
  readonly befores: ReadonlyMap<number, Layer<V>>
  /** When the layer above it was said; undefined where there was none. */
  readonly over: Date | undefined
}

/** When it was last said, from any record of that. */
function saidOf<V>(
  { value, said }: Layer<V>,
  { latestIn }: ValueKind<V>,
): ReportMoment | undefined {
  const latest = latestIn(value)
  const alone = latest && { at: latest, unplacedId: 0 }
  return alone && isLater(alone, said) ? alone : said
}

/** The current value, the layers placed there, and which of them is removed. */
export type LayerStack<V> = {
  readonly kind: ValueKind<V>
  readonly stands: Layer<V>
  readonly placed: readonly Placed<V>[]
  readonly goneId: number
  /** When the rest of its answer was repeated along with it, as that of a completed answer is. */
  readonly repeatedAt?: Date | undefined
}

/** Removes one of the placed reports from the current value. */
export function without<V>({
  kind,
  stands,
  placed,
  goneId,
  repeatedAt,
}: LayerStack<V>): StackRemainder<V> {
  const gone = placed.find(({ id }) => id === goneId)
  if (!gone) throw new Error('It was not placed there')
  const { pile, bottom } = stackOf(stands, placed, kind)
  const base = withoutTrace(bottom, gone)
  const repeated = repeatedAt && { at: repeatedAt, unplacedId: 0 }
  const ground =
    repeated && pile.includes(gone) && isLater(repeated, base.said)
      ? { ...base, said: repeated }
      : base
  const lying = pile.filter((one) => one !== gone).toReversed()
  const top = lying.at(-1)
  const latest = top ? { at: top.at, unplacedId: top.id } : saidOf(ground, kind)
  // A report that was superseded only by the removed one is used now.
  const next = placed
    .filter((one) => one !== gone && one.before === undefined)
    .toSorted((one, other) => one.at.getTime() - other.at.getTime() || one.id - other.id)
    .at(-1)
  if (next && isLater({ at: next.at, unplacedId: next.id }, latest)) lying.push(next)
  const befores = new Map<number, Layer<V>>()
  let layer: Layer<V> = ground
  for (const one of lying) {
    befores.set(one.id, layer)
    layer = { value: one.put(layer.value), said: { at: one.at, unplacedId: one.id } }
  }
  const isOver = gone.before !== undefined && pile[0] !== gone
  return { stands: layer, befores, over: isOver ? saidOf(stands, kind)?.at : undefined }
}

/**
 * The layers as they lie there, topmost first, down to what the observer sent to the place itself. Where a
 * value is no longer the one a report put there, the observer has said something since.
 */
function stackOf<V>(stands: Layer<V>, placed: readonly Placed<V>[], { isSame }: ValueKind<V>) {
  const pile: Placed<V>[] = []
  let layer = stands
  for (;;) {
    const { said, value } = layer
    const top = placed.find(({ id }) => id === said?.unplacedId)
    const before = top?.before
    if (!top || !before || said?.sentAt || !isSame(value, top.put(before.value))) break
    pile.push(top)
    layer = before
  }
  return { pile, bottom: layer }
}

/** The same without the record of the removed report. */
function withoutTrace<V>({ value, said }: Layer<V>, gone: Placed<V>): Layer<V> {
  if (said?.unplacedId !== gone.id) return { value, said }
  return { value, said: said.sentAt ? { at: said.sentAt, unplacedId: 0 } : gone.before?.said }
}

export const ofFacts: ValueKind<KeptFact> = {
  isSame: (one, other) => JSON.stringify(one) === JSON.stringify(other),
  latestIn: () => undefined,
}

const wordsOf = (choices: readonly DatedChoice[]) =>
  choices
    .map(({ optionId, formVersion, text, receivedAt }) =>
      JSON.stringify([optionId, formVersion, text, receivedAt.getTime()]),
    )
    .sort()
    .join()

export const ofChoices: ValueKind<readonly DatedChoice[]> = {
  isSame: (one, other) => wordsOf(one) === wordsOf(other),
  latestIn: (choices) =>
    choices.map(({ receivedAt }) => receivedAt).toSorted((a, b) => b.getTime() - a.getTime())[0],
}

/** The choices of one question after these are said at that moment, over the previous ones. */
export function putChoices(
  over: readonly DatedChoice[],
  said: readonly SubmittedChoice[],
  receivedAt: Date,
): DatedChoice[] {
  const question = { stationId: 0, questionId: 0, choices: said }
  const { gone, added, reworded } = compare(over, [question])
  const replaced = new Set([...gone, ...reworded].map(({ optionId }) => optionId))
  return [
    ...over.filter(({ optionId }) => !replaced.has(optionId)),
    ...[...reworded, ...added].map((one) => ({ ...one, receivedAt })),
  ]
}
