import type { OptionDraft, QuestionDraft, Section, SectionDraft } from './contract.ts'

/** Parts of a form as they are stored; ids of what is gone from the form are among them. */
export type StoredParts = {
  readonly sections: readonly { readonly id: number; readonly code: string }[]
  readonly questions: readonly { readonly id: number; readonly code: string }[]
  readonly options: readonly {
    readonly id: number
    readonly questionId: number
    readonly text: string
  }[]
}

type Identified<Draft> = Omit<Draft, 'id'> & { readonly id: number }
export type IdentifiedOption = Identified<OptionDraft>
export type IdentifiedQuestion = Identified<Omit<QuestionDraft, 'optionsToQuestions'>> & {
  readonly options: readonly IdentifiedOption[]
}
export type IdentifiedSection = Identified<Omit<SectionDraft, 'questions'>> & {
  readonly questions: readonly IdentifiedQuestion[]
}

/** Makes a key for a part that is new. */
export type Allot = (kind: 'sections' | 'questions' | 'options') => number

/**
 * Gives every part of a draft its id: the one it names if the form has it, else that of the stored
 * part with the same code (or, for options, the same text), else a new one. Ids are stable, so that
 * answers given to an earlier version still belong to their question.
 */
export function identify(
  drafts: readonly SectionDraft[],
  stored: StoredParts,
  allot: Allot,
): IdentifiedSection[] {
  const sections = claims(stored.sections, ({ code }) => code)
  const questions = claims(stored.questions, ({ code }) => code)
  return drafts.map((section) => ({
    ...section,
    id: sections(section.id, section.code) ?? allot('sections'),
    questions: section.questions.map(({ optionsToQuestions, ...question }) => {
      const id = questions(question.id, question.code) ?? allot('questions')
      const own = stored.options.filter(({ questionId }) => questionId === id)
      const options = claims(own, ({ text }) => text)
      return {
        ...question,
        id,
        options: optionsToQuestions.map((option) => ({
          ...option,
          id: options(option.id, option.text) ?? allot('options'),
        })),
      }
    }),
  }))
}

/** Lets each stored part be claimed once: by its id, or else by what it is called. */
function claims<Part extends { readonly id: number }>(
  parts: readonly Part[],
  nameOf: (part: Part) => string,
) {
  const free = new Map(parts.map((part) => [part.id, part]))
  return (id: number | null, name: string): number | undefined => {
    const named = () => [...free.values()].find((part) => nameOf(part) === name)?.id
    const claimed = id !== null && free.has(id) ? id : named()
    if (claimed !== undefined) free.delete(claimed)
    return claimed
  }
}

/** A form as phones read it. */
export function publish(code: string, sections: readonly IdentifiedSection[]): Section[] {
  return sections.map((section, sectionIndex) => ({
    id: section.id,
    uniqueId: `${code}${section.code}${section.id}`,
    code: section.code,
    description: section.description,
    orderNumber: sectionIndex + 1,
    questions: section.questions.map((question, questionIndex) => ({
      id: question.id,
      formCode: code,
      idSection: section.id,
      code: question.code,
      text: question.text,
      hint: question.hint || null,
      questionType: question.questionType,
      orderNumber: questionIndex + 1,
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
