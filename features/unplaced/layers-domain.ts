import { compare, type DatedChoice, type SubmittedChoice } from '#features/answers/domain.ts'
import { type FactMoment, isLater, type ReportMoment } from '#features/visits/domain.ts'
import type { KeptFact } from './placement-domain.ts'

/*
 * What is placed lies over what stood there before, and may come to lie under what is placed later. Undoing one
 * takes it out of the pile, wherever it lies, and the others lie as if it had never been.
 */

/** What stands of a question, or is known of a fact, and what tells when that was said. */
export type Layer<V> = { readonly value: V; readonly said?: FactMoment | undefined }

/** One of the reports that were placed there. */
export type Placed<V> = {
  readonly id: number
  /** When it was last said. */
  readonly at: Date
  /** What comes to stand when it is said over something else. */
  put(over: V): V
  /** What it was said over; undefined: it was not taken, because something later stood there. */
  readonly before: Layer<V> | undefined
}

/** How values are compared, and how late one is by itself. */
export type ValueKind<V> = {
  isSame(one: V, other: V): boolean
  latestIn(value: V): Date | undefined
}

/** What is left when one was taken out. */
export type StackRemainder<V> = {
  readonly stands: Layer<V>
  /** What each that lies there now was said over. */
  readonly befores: ReadonlyMap<number, Layer<V>>
  /** What had come to lie over it, and still does; undefined where nothing had. */
  readonly over: Date | undefined
}

/** When it was said last, by whatever tells so. */
function saidOf<V>(
  { value, said }: Layer<V>,
  { latestIn }: ValueKind<V>,
): ReportMoment | undefined {
  const latest = latestIn(value)
  const alone = latest && { at: latest, unplacedId: 0 }
  return alone && isLater(alone, said) ? alone : said
}

/** What stands somewhere, what was placed there, and which of that is taken out. */
export type LayerStack<V> = {
  readonly kind: ValueKind<V>
  readonly stands: Layer<V>
  readonly placed: readonly Placed<V>[]
  readonly goneId: number
  /** When the rest of its answer was said again along with it, as that of a completed answer is. */
  readonly repeatedAt?: Date | undefined
}

/** Takes one of the reports that were placed out of what stands. */
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
  // What was not taken, because only the one that is gone was later, is taken now.
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
 * What was placed as it lies there, the uppermost first, down to what the observer sent to the place itself. Where
 * that is no longer what a report put there, the observer has said something since.
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

/** The same without what tells of the report that is gone. */
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

/** The choices of one question once these are said at that moment, over those that stood there. */
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
