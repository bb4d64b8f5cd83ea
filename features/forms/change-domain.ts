import type {
  OptionDraft,
  PartChange,
  Question,
  QuestionDraft,
  Section,
  SectionDraft,
} from './contract.ts'
import { detailsOf } from './details-domain.ts'
import type { Asked } from './kind-contract.ts'
import { isChoice } from './kind-domain.ts'

type Change = Omit<PartChange, 'answers'>

type Part = Pick<Change, 'kind' | 'id' | 'code' | 'text'> & {
  /** The other fields that observers notice. */
  readonly rest: string
  /** The question of an option. */
  readonly parent?: Part
}

/**
 * The parts of a form that a change adds, removes, rewords or changes otherwise, in their order, with removed parts
 * last. Omits the options of new and removed questions. How questions are answered is taken from the stored form where
 * a client does not say it.
 */
export function changesBetween(
  before: readonly SectionDraft[],
  after: readonly SectionDraft[],
  stored: readonly Section[],
): Change[] {
  const [was, is] = [before, after].map((all) => partsOf(all, stored)) as [Part[], Part[]]
  const [old, kept] = [byKey(was), byKey(is)]
  const changed = is.flatMap((part) => changesOf(old.get(keyOf(part)), part, old))
  const removed = was.filter((part) => isOwn(part, kept))
  return [
    ...changed,
    ...removed.map((part) => changeOf(part, 'removed', part.text)),
    ...(isSameOrder(was, is) ? [] : [changeOf(form, 'moved', '')]),
  ]
}

const form = { kind: 'form', id: null, code: '', text: '' } as const

function changesOf(before: Part | undefined, part: Part, old: ReadonlyMap<string, Part>): Change[] {
  if (!before) return isOwn(part, old) ? [changeOf(part, 'added', '')] : []
  if (before.text !== part.text) return [changeOf(part, 'reworded', before.text)]
  return before.rest === part.rest ? [] : [changeOf(part, 'otherwise', before.text)]
}

/** Only on this side, and not merely because its question is. */
const isOwn = (part: Part, other: ReadonlyMap<string, Part>) =>
  !other.has(keyOf(part)) && (!part.parent || other.has(keyOf(part.parent)))

const changeOf = (
  { kind, id, code, text }: Pick<Part, 'kind' | 'id' | 'code' | 'text'>,
  change: Change['change'],
  was: string,
): Change => ({ kind, change, id, code, text, was })

const keyOf = ({ kind, id }: Part) => `${kind} ${id}`
const byKey = (parts: readonly Part[]) =>
  new Map(parts.filter(({ id }) => id !== null).map((part) => [keyOf(part), part]))

/** Are the parts of both in the same order? */
function isSameOrder(was: readonly Part[], is: readonly Part[]): boolean {
  const others = new Set(is.map(keyOf))
  const [before, after] = [was.map(keyOf), is.map(keyOf)]
  const common = before.filter((key) => others.has(key))
  return String(common) === String(after.filter((key) => before.includes(key)))
}

function partsOf(sections: readonly SectionDraft[], stored: readonly Section[]): Part[] {
  const known = stored.flatMap(({ questions }) => questions)
  return sections.flatMap((section) => [
    sectionOf(section, stored),
    ...section.questions.flatMap((question) => {
      const was = known.find(({ id }) => id === question.id)
      const details = detailsOf(question, was)
      const part = partOf(question, details, was)
      // The server makes the option of any other kind.
      const options = isChoice(details.kind) ? question.optionsToQuestions : []
      return [part, ...options.map((option) => optionOf(option, part))]
    }),
  ])
}

/** The sections of a published version: what it leaves out it does not have. */
export const published = (sections: readonly SectionDraft[]): SectionDraft[] =>
  sections.map((section) => ({
    ...section,
    shownIf: section.shownIf ?? '',
    questions: section.questions.map((question) => ({
      ...question,
      shownIf: question.shownIf ?? '',
      checks: question.checks ?? [],
    })),
  }))

function sectionOf(section: SectionDraft, stored: readonly Section[]): Part {
  const { id, code, description, shownIf = stored.find((one) => one.id === id)?.shownIf } = section
  return {
    kind: 'section',
    id,
    code,
    text: description,
    rest: JSON.stringify([code, shownIf || '']),
  }
}

function partOf(draft: QuestionDraft, details: Asked, was: Question | undefined): Part {
  const { id, code, text, hint, questionType, shownIf = was?.shownIf, checks = was?.checks } = draft
  const logic = [shownIf || '', checks ?? []]
  return {
    ...{ kind: 'question', id, code, text },
    rest: JSON.stringify([code, hint, isChoice(details.kind) && questionType, details, ...logic]),
  }
}

const optionOf = ({ id, text, hint, isFreeText, isFlagged }: OptionDraft, parent: Part): Part => ({
  ...{ kind: 'option', id, code: parent.code, text, parent },
  rest: JSON.stringify([hint, isFreeText, isFlagged]),
})

/** The questions of both forms that are in another section or another order; as few as explain the new order. */
export function movedBetween(
  before: readonly SectionDraft[],
  after: readonly SectionDraft[],
): Change[] {
  const placed = (sections: readonly SectionDraft[]) =>
    sections.flatMap(({ id: section, questions }) =>
      questions.map((question) => ({ section, question })),
    )
  const was = placed(before)
  const common = placed(after).flatMap(({ section, question }) => {
    const place = was.findIndex((one) => one.question.id === question.id)
    return was[place] ? [{ question, place, isElsewhere: was[place].section !== section }] : []
  })
  const kept = longestRising(common.map(({ place }) => place))
  return common
    .filter(({ isElsewhere }, at) => isElsewhere || !kept.has(at))
    .map(({ question: { id, code, text } }) =>
      changeOf({ kind: 'question', id, code, text }, 'moved', ''),
    )
}

/** The positions of a longest rising subsequence. */
function longestRising(numbers: readonly number[]): ReadonlySet<number> {
  /** For each position, the longest sequence that ends there: its length, and the position before. */
  const ends: { readonly length: number; readonly previous: number }[] = []
  const lengthAt = (at: number) => ends[at]?.length ?? 0
  const longer = (one: number, other: number) => (lengthAt(other) > lengthAt(one) ? other : one)
  for (const number of numbers) {
    const lower = [...ends.keys()].filter((at) => (numbers[at] ?? 0) < number)
    const previous = lower.reduce(longer, -1)
    ends.push({ length: lengthAt(previous) + 1, previous })
  }
  const found = new Set<number>()
  for (let at = [...ends.keys()].reduce(longer, -1); at >= 0; at = ends[at]?.previous ?? -1)
    found.add(at)
  return found
}
