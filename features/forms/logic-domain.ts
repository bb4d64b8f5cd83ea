import { type Expression, readExpression, type Unread } from './expression-domain.ts'
import { evaluate } from './logic/evaluate-domain.ts'
import type { Check } from './logic-contract.ts'
import type { GivenAnswer, LogicQuestion, LogicSection, StationFacts } from './operand-domain.ts'

/** What the answers make of a form. */
export type Outcome<Question> = {
  /** Not to be shown; an answer that they have counts as missing. */
  readonly hidden: ReadonlySet<Question>
  readonly failed: readonly { readonly question: Question; readonly check: Check }[]
}

export type Logic<Question> = (
  answerOf: (question: Question) => GivenAnswer | undefined,
  facts: StationFacts,
) => Outcome<Question>

const hasLogic = ({ shownIf, questions }: LogicSection): boolean =>
  Boolean(shownIf) || questions.some((one) => one.shownIf || one.checks?.length)

/** The logic of a form, whose expressions are read once; undefined: it has none. */
export function logicOf<Question extends LogicQuestion>(
  sections: readonly LogicSection<Question>[],
): Logic<Question> | undefined {
  if (!sections.some(hasLogic)) return undefined
  const read = remembering(readExpression)
  return (answerOf, facts) => {
    const answers: Answers<Question> = new Map()
    const test = (text: string) => evaluate(read(text), { answers, facts })
    // An unreadable condition hides nothing: only a draft has one, and the editor says so.
    const isShown = (text = '') => read(text).kind === 'unread' || test(text) === true
    const hidden = new Set<Question>()
    const failed = sections.flatMap((section) => {
      const shown = isShown(section.shownIf) ? section.questions : []
      for (const question of section.questions) if (!shown.includes(question)) hidden.add(question)
      return shown.flatMap((question) => {
        if (!isShown(question.shownIf)) hidden.add(question)
        else if (learn(answers, question, answerOf(question)))
          return failedOf(question, (check) => test(check.expression) === false)
        return []
      })
    })
    return { hidden, failed }
  }
}

type Answers<Question> = Map<string, { readonly question: Question; readonly answer: GivenAnswer }>

function learn<Question extends LogicQuestion>(
  answers: Answers<Question>,
  question: Question,
  answer: GivenAnswer | undefined,
): boolean {
  if (answer) answers.set(question.code, { question, answer })
  return answer !== undefined
}

const failedOf = <Question extends LogicQuestion>(
  question: Question,
  isFailed: (check: Check) => boolean,
) => (question.checks ?? []).filter(isFailed).map((check) => ({ question, check }))

function remembering(read: typeof readExpression): typeof readExpression {
  const known = new Map<string, Expression | Unread>()
  return (text) => {
    const expression = known.get(text) ?? read(text)
    known.set(text, expression)
    return expression
  }
}
