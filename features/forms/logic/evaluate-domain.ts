import type { Expression, Operator, Unread } from '../expression-domain.ts'
import { answerType } from '../kind-domain.ts'
import {
  factNames,
  type GivenAnswer,
  type LogicQuestion,
  optionIn,
  plain,
  type StationFacts,
} from '../operand-domain.ts'
import { readValue } from '../value-domain.ts'

type Known = {
  /** By the code of their question. */
  readonly answers: ReadonlyMap<string, Answered>
  readonly facts: StationFacts
}
type Answered = { readonly question: LogicQuestion; readonly answer: GivenAnswer }

/** Undefined: something that decides it is not known. */
type Value = number | string | boolean | Answered | undefined

/** The value of an expression. Never throws, also where kinds do not fit: then it is unknown. */
export function evaluate(expression: Expression | Unread, known: Known): Value {
  switch (expression.kind) {
    case 'number':
      return expression.value
    case 'text':
      return plain(expression.value)
    case 'name':
      return named(expression.name, known)
    case 'call':
      return called(expression, known)
    case 'single':
      return negated(evaluate(expression.of, known), expression.operator)
    case 'pair':
      return paired(expression, known)
    default:
      return undefined
  }
}

function named(name: string, { answers, facts }: Known): Value {
  if (factNames.includes(name)) return facts[name as keyof StationFacts] ?? undefined
  const answered = answers.get(name)
  const type = answered && answerType(answered.question)
  if (type === 'choice') return answered
  const value = answered?.answer.value ?? undefined
  if (value === undefined) return undefined
  return type === 'number' ? Number(value) : plain(value)
}

/** In a sum missing numbers count as nothing, unless all are missing. */
function called({ of, names }: Extract<Expression, { kind: 'call' }>, known: Known): Value {
  if (of === 'answered')
    return names.every(
      ({ name }) => known.answers.has(name) || typeof named(name, known) === 'number',
    )
  const numbers = names
    .map(({ name }) => named(name, known))
    .filter((value) => typeof value === 'number')
  return numbers.length === 0 ? undefined : numbers.reduce((sum, value) => sum + value, 0)
}

function negated(value: Value, operator: 'not' | '-'): Value {
  if (operator === 'not') return typeof value === 'boolean' ? !value : undefined
  return typeof value === 'number' ? -value : undefined
}

type Pair = Extract<Expression, { kind: 'pair' }>

function paired({ operator, left, right }: Pair, known: Known): Value {
  const one = evaluate(left, known)
  if (typeof one === 'object') return chosen(operator, one, right)
  const other = evaluate(right, known)
  if (operator === 'and' || operator === 'or') return joined(operator === 'or', one, other)
  if (typeof one === 'string' && typeof other === 'string')
    return calculated(operator, one, timeIn(left, right, known) ?? other)
  return typeof one === 'number' && typeof other === 'number'
    ? calculated(operator, one, other)
    : undefined
}

/** Whether an option is among those chosen, or not. */
function chosen(operator: Operator, { question, answer }: Answered, option: Expression): Value {
  const place = optionIn(question, option)
  if (place < 0) return undefined
  if (operator === '=') return answer.chosen.includes(place)
  return operator === '!=' ? !answer.chosen.includes(place) : undefined
}

/** Of both (`and`) or either (`or`): what is known may decide, whatever the other is. */
function joined(decisive: boolean, one: Value, other: Value): Value {
  if (one === decisive || other === decisive) return decisive
  return typeof one === 'boolean' && typeof other === 'boolean' ? !decisive : undefined
}

/** Of two numbers or texts; texts are only compared. */
function calculated<Of extends number | string>(operator: Operator, one: Of, other: Of): Value {
  const comparison = comparisons[operator]
  if (comparison) return comparison(one, other)
  return typeof one === 'number' && typeof other === 'number'
    ? sums[operator]?.(one, other)
    : undefined
}

type Table<Of, To> = Readonly<Partial<Record<Operator, (one: Of, other: Of) => To>>>

const comparisons: Table<number | string, boolean> = {
  '=': (one, other) => one === other,
  '!=': (one, other) => one !== other,
  '<': (one, other) => one < other,
  '<=': (one, other) => one <= other,
  '>': (one, other) => one > other,
  '>=': (one, other) => one >= other,
}

/** A number without end, as of a division by nothing, is not known. */
const sums: Table<number, number | undefined> = {
  '+': (one, other) => finite(one + other),
  '-': (one, other) => finite(one - other),
  '*': (one, other) => finite(one * other),
  '/': (one, other) => finite(one / other),
}
const finite = (number: number) => (Number.isFinite(number) ? number : undefined)

/** A date or time that is written beside one, as answers are stored. */
function timeIn(left: Expression, right: Expression, { answers }: Known): string | undefined {
  const question = left.kind === 'name' ? answers.get(left.name)?.question : undefined
  if (!question || right.kind !== 'text') return undefined
  const value = readValue({ kind: question.kind, unit: '' }, right.value)
  return value === undefined ? undefined : plain(value)
}
