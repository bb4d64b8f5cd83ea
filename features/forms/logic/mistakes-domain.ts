import { type Expression, type Name, readExpression } from '../expression-domain.ts'
import { type AnswerType, answerType, isOfTime, type TimeType } from '../kind-domain.ts'
import type { Check } from '../logic-contract.ts'
import { factNames, type LogicQuestion, type LogicSection, optionIn } from '../operand-domain.ts'
import { readValue } from '../value-domain.ts'

/** Something for which a condition or check cannot be published. */
export type Mistake = {
  readonly kind:
    | 'unread'
    | 'unknown'
    | 'later'
    | 'twice'
    | 'option'
    | 'time'
    | 'kinds'
    | 'file'
    | 'condition'
    | 'number'
    | 'message'
  /** The offset in the text. */
  readonly at: number
  /** The name, option or text that it is about. */
  readonly about: string
}

export type Misplaced = Mistake & { readonly path: readonly (string | number)[] }

/** The questions that an expression can name. */
export type Scope = {
  /** The earlier ones; of a check, also its own. */
  readonly known: ReadonlyMap<string, LogicQuestion>
  readonly later: ReadonlySet<string>
  readonly twice: ReadonlySet<string>
}

/** The mistakes in a form's conditions and checks, in its order. */
export function mistakesOf(sections: readonly LogicSection[]): Misplaced[] {
  const found: Misplaced[] = []
  eachExpression(sections, (path, text, scope, check) => {
    const mistakes = mistakesIn(text, scope)
    found.push(...mistakes.map((mistake) => ({ ...mistake, path })))
    const empty = (['ro', 'en'] as const).filter((language) => check?.message[language] === '')
    for (const language of empty)
      found.push({
        ...{ kind: 'message', at: 0, about: '' },
        path: [...path.slice(0, -1), 'message', language],
      })
  })
  return found
}

/** A mistake as a client of the call reads it. */
export const mistakeText = ({ kind, at, about }: Mistake): string =>
  `${texts[kind]}${about && `: ${about}`} (at ${at + 1})`

const texts: Readonly<Record<Mistake['kind'], string>> = {
  unread: 'Cannot be read from here',
  unknown: 'The form has no question with this code',
  later: 'Names a question that is not asked before',
  twice: 'Several questions have this code',
  option: 'The question has no such option',
  time: 'Cannot be read as a date or time',
  kinds: 'These cannot be compared so',
  file: 'Is answered by a file, which decides nothing',
  condition: 'Must be a condition',
  number: 'Must be a number',
  message: 'Must be said',
}

type See = (path: Misplaced['path'], text: string, scope: Scope, check?: Check) => void

/** Every condition and check, and what it can name. Nothing names a later question, so nothing goes in circles. */
export function eachExpression(sections: readonly LogicSection[], see: See): void {
  const codes = sections.flatMap(({ questions }) => questions.map(({ code }) => code))
  const twice = new Set(codes.filter((code, place) => codes.indexOf(code) !== place))
  const known = new Map<string, LogicQuestion>()
  const scope: Scope = { known, later: new Set(codes), twice }
  const seeQuestion = (question: LogicQuestion, path: Misplaced['path']) => {
    if (question.shownIf) see([...path, 'shownIf'], question.shownIf, scope)
    known.set(question.code, question)
    for (const [c, check] of (question.checks ?? []).entries())
      see([...path, 'checks', c, 'expression'], check.expression, scope, check)
  }
  for (const [s, { shownIf, questions }] of sections.entries()) {
    if (shownIf) see(['formSections', s, 'shownIf'], shownIf, scope)
    for (const [q, question] of questions.entries())
      seeQuestion(question, ['formSections', s, 'questions', q])
  }
}

/** The mistakes in one condition or check. */
export function mistakesIn(text: string, scope: Scope): Mistake[] {
  const read = readExpression(text)
  if (read.kind === 'unread') return [{ kind: 'unread', at: read.at, about: '' }]
  const mistakes: Mistake[] = []
  const judge = new Judge(scope, (kind, at, about = '') => mistakes.push({ kind, at, about }))
  judge.expect(read, 'condition')
  return mistakes
}

/** `unclear`: it has a mistake already. */
type Type = AnswerType | 'condition' | 'unclear'
type Report = (kind: Mistake['kind'], at: number, about?: string) => void
type Pair = Extract<Expression, { kind: 'pair' }>

class Judge {
  readonly #scope: Scope
  readonly #report: Report

  constructor(scope: Scope, report: Report) {
    this.#scope = scope
    this.#report = report
  }

  expect(expression: Expression, wanted: 'condition' | 'number'): void {
    const type = this.#typeOf(expression)
    if (type !== wanted && type !== 'unclear') this.#report(wanted, expression.at)
  }

  #typeOf(expression: Expression): Type {
    switch (expression.kind) {
      case 'number':
      case 'text':
        return expression.kind
      case 'name':
        return this.#named(expression)
      case 'call':
        for (const name of expression.names)
          if (expression.of === 'sum') this.expect(name, 'number')
          else this.#named(name)
        return expression.of === 'sum' ? 'number' : 'condition'
      case 'single': {
        const type = expression.operator === 'not' ? 'condition' : 'number'
        this.expect(expression.of, type)
        return type
      }
      case 'pair':
        return this.#paired(expression)
    }
  }

  #named({ name, at }: Name): Type {
    if (factNames.includes(name)) return 'number'
    const { known, twice } = this.#scope
    const question = known.get(name)
    const type = question && !twice.has(name) ? answerType(question) : undefined
    if (type && type !== 'file') return type
    this.#report(type ?? this.#faultOf(name), at, name)
    return 'unclear'
  }

  #faultOf(name: string): Mistake['kind'] {
    if (this.#scope.twice.has(name)) return 'twice'
    return this.#scope.later.has(name) ? 'later' : 'unknown'
  }

  #paired(pair: Pair): Type {
    const { operator } = pair
    if (operator === 'and' || operator === 'or') return this.#both(pair, 'condition')
    if ('+-*/'.includes(operator)) return this.#both(pair, 'number')
    this.#compared(pair)
    return 'condition'
  }

  #compared({ operator, left, right }: Pair): void {
    const [one, other] = [this.#typeOf(left), this.#typeOf(right)]
    if (one === 'unclear' || other === 'unclear') return
    const isEquality = operator === '=' || operator === '!='
    if (one === 'choice' && isEquality) this.#expectOption(left, right)
    else if (isTime(one) && right.kind === 'text') this.#expectTime(one, right)
    else if (!canCompare(one, other, isEquality)) this.#report('kinds', right.at)
  }

  #both({ left, right }: Pair, wanted: 'condition' | 'number'): Type {
    this.expect(left, wanted)
    this.expect(right, wanted)
    return wanted
  }

  #expectOption(left: Expression, right: Expression): void {
    const question = left.kind === 'name' ? this.#scope.known.get(left.name) : undefined
    if (question && optionIn(question, right) >= 0) return
    const about = right.kind === 'number' || right.kind === 'text' ? String(right.value) : ''
    this.#report('option', right.at, about)
  }

  #expectTime(kind: TimeType, { value, at }: Extract<Expression, { kind: 'text' }>): void {
    if (readValue({ kind, unit: '' }, value) === undefined) this.#report('time', at, value)
  }
}

const isTime = (type: Type): type is TimeType =>
  type !== 'condition' && type !== 'unclear' && isOfTime(type)

const canCompare = (one: Type, other: Type, isEquality: boolean): boolean =>
  one === other && (one === 'text' ? isEquality : one === 'number' || isTime(one))
