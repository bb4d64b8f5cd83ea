import type { Question, Section } from '#features/forms/contract.ts'
import type { SeededRandom } from '#testing/evening/seeded-random.ts'

/** A form in an editor: new parts have no id. */
type DraftOption = { id?: number; text: string; isFreeText: boolean; flagged: boolean }
export type DraftQuestion = Pick<Question, 'code' | 'text' | 'questionType'> & {
  id?: number
  /** A stored question keeps its kind. */
  kind?: Question['kind']
  checks?: Question['checks']
  optionsToQuestions: DraftOption[]
}
export type DraftSection = Pick<Section, 'code' | 'description'> & {
  id?: number
  questions: DraftQuestion[]
}

export const draftOf = (sections: readonly Section[]): DraftSection[] =>
  sections.map(({ id, code, description, questions }) => ({
    id,
    code,
    description,
    questions: questions.map(({ optionsToQuestions, ...question }) => ({
      id: question.id,
      code: question.code,
      text: question.text,
      questionType: question.questionType,
      optionsToQuestions: optionsToQuestions.map((option) => ({
        id: option.id,
        text: option.text,
        isFreeText: option.isFreeText,
        flagged: option.flagged,
      })),
    })),
  }))

type Edit = (sections: DraftSection[], draw: SeededRandom, mark: number) => void

/** Names no question: editors give questions other codes. */
const failing = {
  ...{ expression: '1 > 2', severity: 'error' as const },
  message: { ro: 'Mereu greșit', en: 'Always wrong' },
}

const newQuestion = (draw: SeededRandom, mark: number): DraftQuestion => {
  if (draw.happens(0.3)) {
    const kind = draw.pick(['whole', 'time'] as const) ?? 'whole'
    const asked = { code: `N${mark}`, text: `Valoarea ${mark}?`, questionType: 2 as const, kind }
    return { ...asked, checks: [failing], optionsToQuestions: [] }
  }
  const isMultiple = draw.happens(0.4)
  const questionType = ([isMultiple ? 0 : 1, isMultiple ? 3 : 2] as const)[draw.below(2)] ?? 1
  const options = ['Da', 'Nu', 'Nu știu'].map((text, index) => ({
    text: `${text} ${mark}`,
    isFreeText: index === 2 && questionType > 1,
    flagged: index === 1,
  }))
  return {
    code: `N${mark}`,
    text: `Întrebarea ${mark}?`,
    questionType,
    optionsToQuestions: options,
  }
}

const sectionOf = (sections: DraftSection[], draw: SeededRandom) => draw.pick(sections)
const questionOf = (sections: DraftSection[], draw: SeededRandom) =>
  draw.pick(sections.flatMap(({ questions }) => questions))
const optionOf = (sections: DraftSection[], draw: SeededRandom) =>
  draw.pick(sections.flatMap(({ questions }) => questions.flatMap((one) => one.optionsToQuestions)))

/** Large forms are not extended, so that forms do not grow without limit. */
const mostQuestions = 8

/** Renumbers the questions of a section, as organisers do. */
function renumber(sections: DraftSection[]): void {
  for (const [at, section] of sections.entries())
    for (const [nth, question] of section.questions.entries())
      question.code = `${at + 1}.${nth + 1}`
}

const insertQuestion: Edit = (sections, draw, mark) => {
  const section = sectionOf(sections, draw)
  if (!section || section.questions.length >= mostQuestions) return
  section.questions.splice(draw.below(section.questions.length + 1), 0, newQuestion(draw, mark))
  if (draw.happens(0.6)) renumber(sections)
}

const removeQuestion: Edit = (sections, draw) => {
  const section = sectionOf(sections, draw)
  if (section && section.questions.length > 2)
    section.questions.splice(draw.below(section.questions.length), 1)
}

/** Replaces a question by another one with the same code. */
const replaceQuestion: Edit = (sections, draw, mark) => {
  const section = sectionOf(sections, draw)
  const at = draw.below(section?.questions.length ?? 0)
  const before = section?.questions[at]
  if (section && before) section.questions[at] = { ...newQuestion(draw, mark), code: before.code }
}

const moveQuestion: Edit = (sections, draw) => {
  const section = sectionOf(sections, draw)
  if (section) section.questions = draw.shuffled(section.questions)
}

const rewordQuestion: Edit = (sections, draw, mark) => {
  const question = questionOf(sections, draw)
  if (question) question.text = `Altfel ${mark}?`
}

const rewordOption: Edit = (sections, draw, mark) => {
  const option = optionOf(sections, draw)
  if (option) option.text = `Altfel ${mark}`
}

const reflagOption: Edit = (sections, draw) => {
  const option = optionOf(sections, draw)
  if (option) option.flagged = !option.flagged
}

const addOption: Edit = (sections, draw, mark) => {
  const question = questionOf(sections, draw)
  if (!question || question.optionsToQuestions.length > 4) return
  const option = { text: `Nou ${mark}`, isFreeText: false, flagged: draw.happens(0.5) }
  question.optionsToQuestions.splice(draw.below(3), 0, option)
}

const removeOption: Edit = (sections, draw) => {
  const question = questionOf(sections, draw)
  if (question && question.optionsToQuestions.length > 2)
    question.optionsToQuestions.splice(draw.below(question.optionsToQuestions.length), 1)
}

/** Gives an option a new text, and its old text to a new option that is not flagged. */
const splitOption: Edit = (sections, draw, mark) => {
  const question = questionOf(sections, draw)
  const option = question && draw.pick(question.optionsToQuestions)
  if (!option || question.optionsToQuestions.length > 4) return
  const text = option.text
  option.text = `${text}, deloc ${mark}`
  question.optionsToQuestions.unshift({ text, isFreeText: false, flagged: false })
}

const edits: readonly Edit[] = [
  insertQuestion,
  insertQuestion,
  removeQuestion,
  replaceQuestion,
  moveQuestion,
  rewordQuestion,
  rewordOption,
  reflagOption,
  addOption,
  removeOption,
  splitOption,
]

/** The form after some typical changes; `mark` is in every new text. */
export function edited(
  sections: readonly Section[],
  draw: SeededRandom,
  mark: number,
): DraftSection[] {
  const draft = draftOf(sections)
  for (let count = 0; count <= draw.below(3); count++)
    draw.pick(edits)?.(draft, draw, mark * 10 + count)
  return draft
}
