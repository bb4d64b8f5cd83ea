import { parse } from './expression.gen.ts'
import { mostSigns } from './logic-contract.ts'

/** A part of an expression, and its offset in the text. */
export type Expression = { readonly at: number } & (
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'text'; readonly value: string }
  | Name
  | { readonly kind: 'call'; readonly of: 'answered' | 'sum'; readonly names: readonly Name[] }
  | { readonly kind: 'single'; readonly operator: 'not' | '-'; readonly of: Expression }
  | {
      readonly kind: 'pair'
      readonly operator: Operator
      readonly left: Expression
      readonly right: Expression
    }
)
/** A question by its code, or a fact. */
export type Name = { readonly kind: 'name'; readonly name: string; readonly at: number }
export type Operator = 'and' | 'or' | '=' | '!=' | '<' | '<=' | '>' | '>=' | '+' | '-' | '*' | '/'

/** A text that cannot be read, and where it ends to make sense. */
export type Unread = { readonly kind: 'unread'; readonly at: number }

/** Reads an expression. Never throws; the text is short, and the grammar reads each sign once at each level. */
export function readExpression(text: string): Expression | Unread {
  if (text.length > mostSigns) return { kind: 'unread', at: mostSigns }
  try {
    return (parse as (text: string) => Expression)(text)
  } catch (failure) {
    return { kind: 'unread', at: placeOf(failure) ?? 0 }
  }
}

const placeOf = (failure: unknown) =>
  (failure as { location?: { start: { offset: number } } }).location?.start.offset

/** The names in an expression. */
export function namesIn(expression: Expression): readonly Name[] {
  if (expression.kind === 'name') return [expression]
  if (expression.kind === 'call') return expression.names
  if (expression.kind === 'single') return namesIn(expression.of)
  return expression.kind === 'pair'
    ? [...namesIn(expression.left), ...namesIn(expression.right)]
    : []
}
