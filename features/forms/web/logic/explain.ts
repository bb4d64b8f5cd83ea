import type { Copy } from '#kit/contract/copy.ts'
import { readable, t } from '#kit/web/language.ts'
import type { Expression, Operator } from '../../expression-domain.ts'
import { answerType, isOfTime } from '../../kind-domain.ts'
import { factNames, type LogicQuestion, optionIn } from '../../operand-domain.ts'
import { words } from './copy.ts'

type Known = ReadonlyMap<string, LogicQuestion>
type Pair = Extract<Expression, { kind: 'pair' }>

/** An expression in the reader's language; `known`: the questions that it can name. */
export function explain(expression: Expression, known: Known): string {
  switch (expression.kind) {
    case 'number':
      return readable(expression.value)
    case 'text':
      return t(words.quoted, { text: expression.value })
    case 'name':
      return factNames.includes(expression.name) ? t(words.voters) : expression.name
    case 'call': {
      const names = expression.names.map((name) => explain(name, known)).join(', ')
      return t(expression.of === 'sum' ? words.sum : words.answered, { names })
    }
    case 'single': {
      const one = within(expression.of, known)
      return expression.operator === 'not' ? t(words.not, { one }) : `−${one}`
    }
    case 'pair':
      return explainPair(expression, known)
  }
}

const comparisons: Readonly<Partial<Record<Operator, Copy>>> = {
  and: words.and,
  or: words.or,
  '=': words.same,
  '!=': words.different,
  '<': words.less,
  '<=': words.most,
  '>': words.more,
  '>=': words.least,
}
const ofTimes: typeof comparisons = {
  '<': words.before,
  '<=': words.latest,
  '>': words.after,
  '>=': words.earliest,
}
const ofOptions: typeof comparisons = { '=': words.chosen, '!=': words.notChosen }

function explainPair({ operator, left, right }: Pair, known: Known): string {
  const question = left.kind === 'name' ? known.get(left.name) : undefined
  const type = question && answerType(question)
  if (question && type === 'choice')
    return compare(
      ofOptions[operator],
      operator,
      left.kind === 'name' ? left.name : '',
      option(question, right),
    )
  const [one, other] = [left, right].map((side) => within(side, known, operator)) as [
    string,
    string,
  ]
  return compare(
    (isOfTime(type) && ofTimes[operator]) || comparisons[operator],
    operator,
    one,
    other,
  )
}

const compare = (sentence: Copy | undefined, sign: string, one: string, other: string) =>
  sentence ? t(sentence, { one, other }) : `${one} ${signs[sign] ?? sign} ${other}`

const signs: Readonly<Record<string, string>> = { '*': '×', '/': ':', '-': '−' }

/** A part in brackets, where it would be read otherwise without them. */
function within(part: Expression, known: Known, operator?: Operator): string {
  const text = explain(part, known)
  const isCondition = operator === 'and' || operator === 'or'
  const isPlain =
    part.kind !== 'pair' ||
    part.operator === operator ||
    !(isCondition ? /and|or/ : /[-+*/]|and|or/).test(part.operator)
  return isPlain || isComparison(operator) ? text : `(${text})`
}

const isComparison = (operator?: Operator) => operator !== undefined && /[=<>]/.test(operator)

/** The option by its text, also where it is named by its place. */
function option(question: LogicQuestion, named: Expression): string {
  const text = question.optionsToQuestions[optionIn(question, named)]?.text
  return t(words.quoted, { text: text ?? ('value' in named ? String(named.value) : '?') })
}
