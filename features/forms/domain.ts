import { groupBy } from '#kit/contract/group.ts'
import type { OptionDraft, QuestionDraft, Section, SectionDraft } from './contract.ts'
import { detailsOf, fieldText } from './details-domain.ts'
import type { Asked, QuestionKind } from './kind-contract.ts'
import { isChoice, textType } from './kind-domain.ts'
import { type Check, Checks } from './logic-contract.ts'

/** The stored parts of a form; ids of removed parts are among them. */
export type StoredParts = {
  readonly sections: readonly {
    readonly id: number
    readonly code: string
    readonly description: string
    readonly shownIf: string
  }[]
  readonly questions: readonly (Readonly<Asked> & {
    readonly id: number
    readonly code: string
    readonly text: string
    readonly shownIf: string
    readonly checks: readonly Check[]
  })[]
  readonly options: readonly {
    readonly id: number
    readonly questionId: number
    readonly text: string
  }[]
}

type Identified<Draft> = Omit<Draft, 'id' | 'shownIf'> & {
  readonly id: number
  readonly shownIf: string
}
export type IdentifiedOption = Omit<OptionDraft, 'id'> & { readonly id: number }
export type IdentifiedQuestion = Identified<
  Omit<QuestionDraft, 'optionsToQuestions' | 'checks' | keyof Asked>
> &
  Readonly<Asked> & {
    readonly checks: readonly Check[]
    readonly options: readonly IdentifiedOption[]
  }
export type IdentifiedSection = Identified<Omit<SectionDraft, 'questions'>> & {
  readonly questions: readonly IdentifiedQuestion[]
}

/** Allocates a key for a new part. */
export type AllocateId = (kind: 'sections' | 'questions' | 'options') => number

/** How the parts of a draft were matched. */
export type MatchedBy = 'id' | 'text'

/**
 * Gives every part of a draft its id. An id never changes its meaning. A part keeps the id that it names if the form has
 * that id and, for an option, in the same question; any other part is new, whatever its name and position. Ids tell
 * whether the client renumbers or replaces a part.
 *
 * A draft without any id comes from a client that does not know ids. Its parts are matched by their exact texts:
 * sections and questions by code and text, options by their text within their question.
 */
export function identify(
  drafts: readonly SectionDraft[],
  stored: StoredParts,
  allot: AllocateId,
): { sections: IdentifiedSection[]; matchedBy: MatchedBy } {
  const matchedBy = namesIds(drafts) ? 'id' : 'text'
  const claim = matchedBy === 'id' ? claimById : claimByText
  const titles = stored.sections.map(({ id, code, description }) => ({ id, code, description }))
  const sections = claim(titles, ({ code, description }) => [code, description])
  const texts = stored.questions.map(({ id, code, text }) => ({ id, code, text }))
  const questions = claim(texts, ({ code, text }) => [code, text])
  const identified = drafts.map((section) => ({
    ...section,
    ...keptSection(stored, sections(section) ?? allot('sections'), section),
    questions: section.questions.map((draft) => {
      const { optionsToQuestions, ...question } = draft
      const id = questions(question) ?? allot('questions')
      const own = stored.options.filter(({ questionId }) => questionId === id)
      const was = stored.questions.find((one) => one.id === id)
      const details = detailsOf(draft, was)
      const logic = keptLogic(draft, was)
      if (!isChoice(details.kind)) {
        const [field] = was && !isChoice(was.kind) ? own : []
        const [{ translations } = {}] = optionsToQuestions
        const options = [{ ...fieldOf(details, field?.id ?? allot('options')), translations }]
        return { ...question, ...details, ...logic, id, questionType: textType, options }
      }
      const options = claim(own, ({ text }) => [text])
      return {
        ...question,
        ...details,
        ...logic,
        id,
        options: optionsToQuestions.map((option) => ({
          ...option,
          id: options(option) ?? allot('options'),
        })),
      }
    }),
  }))
  return { sections: identified, matchedBy }
}

/** A client that does not know conditions and checks leaves them as they are. */
const keptLogic = ({ shownIf, checks }: QuestionDraft, was?: StoredParts['questions'][number]) => ({
  shownIf: shownIf ?? was?.shownIf ?? '',
  checks: checks ?? was?.checks ?? [],
})

const keptSection = ({ sections }: StoredParts, id: number, { shownIf }: SectionDraft) => ({
  id,
  shownIf: shownIf ?? sections.find((one) => one.id === id)?.shownIf ?? '',
})

/** The one option of a question that is answered by a value. */
const fieldOf = (details: Asked, id: number): IdentifiedOption => ({
  id,
  text: fieldText(details),
  hint: '',
  isFreeText: true,
  isFlagged: false,
})

function namesIds(drafts: readonly SectionDraft[]): boolean {
  const questions = drafts.flatMap((section) => section.questions)
  const options = questions.flatMap(({ optionsToQuestions }) => optionsToQuestions)
  return [...drafts, ...questions, ...options].some(({ id }) => id !== null)
}

/** The key by which a draft's part is matched with a stored one. */
type ComparisonKey<Part> = (part: Omit<Part, 'id' | 'questionId'>) => readonly string[]
type ClaimPart = <Part extends { readonly id: number }>(
  parts: readonly Part[],
  key: ComparisonKey<Part>,
) => (draft: Omit<Part, 'id' | 'questionId'> & { readonly id: number | null }) => number | undefined

/** Lets each stored part be claimed once, by its id. */
const claimById: ClaimPart = (parts) => {
  const free = new Set(parts.map(({ id }) => id))
  return ({ id }) => (id !== null && free.delete(id) ? id : undefined)
}

/** Lets each stored part be claimed once, by its full text. */
const claimByText: ClaimPart = (parts, key) => {
  const free = groupBy(parts, (part) => JSON.stringify(key(part)))
  return (draft) => free.get(JSON.stringify(key(draft)))?.shift()?.id
}

/** A form as phones read it. Without conditions and checks it is as it was before there were any. */
export function publish(code: string, sections: readonly IdentifiedSection[]): Section[] {
  return sections.map((section, sectionIndex) => ({
    id: section.id,
    uniqueId: `${code}${section.code}${section.id}`,
    code: section.code,
    description: section.description,
    orderNumber: sectionIndex + 1,
    ...(section.shownIf && { shownIf: section.shownIf }),
    questions: section.questions.map((question, questionIndex) => ({
      id: question.id,
      formCode: code,
      idSection: section.id,
      code: question.code,
      text: question.text,
      hint: question.hint || null,
      questionType: question.questionType,
      orderNumber: questionIndex + 1,
      kind: question.kind,
      isRequired: question.isRequired,
      min: question.min,
      max: question.max,
      unit: question.unit,
      ...(question.shownIf && { shownIf: question.shownIf }),
      ...(question.checks.length > 0 && { checks: Checks.parse(question.checks) }),
      optionsToQuestions: question.options.map((option, optionIndex) => ({
        id: option.id,
        optionId: option.id,
        idOption: option.id,
        text: option.text,
        hint: option.hint || null,
        isFreeText: option.isFreeText,
        flagged: option.isFlagged,
        orderNumber: optionIndex + 1,
      })),
    })),
  }))
}

/** An option in one published version. */
export type PublishedOption = {
  readonly optionId: number
  readonly questionId: number
  readonly questionType: number
  readonly kind: QuestionKind
  readonly unit: string
  readonly formId: number
  readonly formVersion: number
  readonly isFlagged: boolean
  /** Equal for equal texts of question and option, type, kind and flag. */
  readonly reading: string
}

/** The published versions of the options that reports name. */
export type PublishedContent = {
  /** By option, each version that has it, newest first. */
  readonly options: ReadonlyMap<number, readonly PublishedOption[]>
  /** The form of each question that was ever published. */
  readonly questions: ReadonlyMap<number, number>
}

/** The version of a form that a phone shows; undefined: unknown. */
export type ShownVersion = (formId: number) => number | undefined

/**
 * The version in which the observer chose these options: the supposed version if it has them all, otherwise the newest
 * version that has them all, otherwise the supposed version.
 */
export function versionOf(
  options: readonly (readonly PublishedOption[])[],
  supposed: number | undefined,
): number | undefined {
  const [first = [], ...others] = options
  const shared = first
    .map(({ formVersion }) => formVersion)
    .filter((version) => others.every((each) => asIn(each, version)))
  return supposed !== undefined && shared.includes(supposed) ? supposed : (shared[0] ?? supposed)
}

/** An option, as in one version. */
export const asIn = (option: readonly PublishedOption[], version: number | undefined) =>
  option.find(({ formVersion }) => formVersion === version)
