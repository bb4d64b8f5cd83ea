import type { Section } from '#features/forms/contract.ts'

/** Chances that are the same for the same seed: mulberry32. */
export function chances(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const below = (count: number) => Math.floor(next() * count)
  return {
    below,
    isLucky: (chance: number) => next() < chance,
    one: <T>(all: readonly T[]): T | undefined => all[below(all.length)],
  }
}
type Chances = ReturnType<typeof chances>

type Mutable<Part> = { -readonly [Key in keyof Part]: Part[Key] }
type Option = Partial<Mutable<Section['questions'][number]['optionsToQuestions'][number]>>
type Question = Omit<Partial<Mutable<Section['questions'][number]>>, 'optionsToQuestions'> & {
  optionsToQuestions: Option[]
}
/** A section as an editor sends it: parts that are new have no id. */
export type Edited = Omit<Partial<Mutable<Section>>, 'questions'> & { questions: Question[] }

/** Few texts, so that a new one often equals another or a former one. */
const texts = ['Da', 'Nu', 'Nu știu', 'Parțial'] as const
const asked = ['E liniște?', 'Urna e sigilată?', 'Sunt cozi?', 'Se vede tot?'] as const

const newOption = ({ one, isLucky }: Chances): Option => ({
  text: one(texts) ?? '',
  flagged: isLucky(0.5),
})

const newQuestion = (chances: Chances, code: string): Question => ({
  code,
  text: chances.one(asked) ?? '',
  questionType: chances.isLucky(0.5) ? 1 : 0,
  optionsToQuestions: [newOption(chances), newOption(chances)],
})

/** Everything that an editor does to the parts of a form. */
const acts: readonly ((chances: Chances, section: Edited, all: Edited[]) => void)[] = [
  // Puts a question before another, and numbers all anew.
  (chances, { questions }) => {
    questions.splice(chances.below(questions.length + 1), 0, newQuestion(chances, ''))
    for (const [place, question] of questions.entries()) question.code = `A1.${place + 1}`
  },
  // Replaces a question by another under its code.
  (chances, { questions }) => {
    const place = chances.below(questions.length)
    const was = questions[place]
    if (was) questions[place] = newQuestion(chances, was.code ?? '')
  },
  (chances, { questions }) => void questions.splice(chances.below(questions.length), 1),
  (_, { questions }) => void questions.reverse(),
  (chances, { questions }, all) => {
    const moved = questions.pop()
    if (moved) chances.one(all)?.questions.unshift(moved)
  },
  (chances, { questions }) => {
    const [one, other] = [chances.one(questions), chances.one(questions)]
    if (one && other) [one.code, other.code] = [other.code ?? '', one.code ?? '']
  },
  (chances, { questions }) => {
    const question = chances.one(questions)
    if (question) question.text = chances.one(asked) ?? ''
  },
  (chances, { questions }) => {
    const question = chances.one(questions)
    if (question) question.questionType = chances.isLucky(0.5) ? 1 : 0
  },
  (chances, { questions }) => {
    const options = chances.one(questions)?.optionsToQuestions
    options?.splice(chances.below(options.length + 1), 0, newOption(chances))
  },
  (chances, { questions }) => {
    const options = chances.one(questions)?.optionsToQuestions ?? []
    const place = chances.below(options.length)
    const was = options[place]
    // The new option has the same text and the opposite flag.
    if (was) options[place] = { text: was.text ?? '', flagged: !was.flagged }
  },
  (chances, { questions }) => void chances.one(questions)?.optionsToQuestions.pop(),
  (chances, { questions }) => void chances.one(questions)?.optionsToQuestions.reverse(),
  (chances, { questions }) => {
    const option = chances.one(chances.one(questions)?.optionsToQuestions ?? [])
    if (option) option.text = chances.one(texts) ?? ''
  },
  (chances, { questions }) => {
    const option = chances.one(chances.one(questions)?.optionsToQuestions ?? [])
    if (option) option.flagged = !option.flagged
  },
]

/** The form after some of it was edited. */
export function edited(chances: Chances, sections: readonly Section[]): Edited[] {
  const stored = () => structuredClone(sections) as unknown as Edited[]
  const draft = stored()
  for (let time = 0; time <= chances.below(4); time++) {
    const section = chances.one(draft)
    if (section) chances.one(acts)?.(chances, section, draft)
  }
  // A form without any question is not published.
  return draft.some(({ questions }) => questions.length > 0) ? draft : stored()
}
