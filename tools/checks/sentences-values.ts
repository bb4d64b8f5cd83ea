import { type ESTree, type parseSync, Visitor } from 'vite'
import { listsOf, placeholdersOf } from './sentences-wording.ts'

type Program = ReturnType<typeof parseSync>['program']

/** The placeholders of each sentence, by `features/answers/copy.ts say.total`. */
export type Placeholders = ReadonlyMap<string, readonly string[]>

/** The placeholders of the sentences in one file. */
export const placeholdersIn = (path: string, program: Program): [string, string[]][] =>
  [...listsOf(program)].flatMap(([list, { sentences }]) =>
    [...sentences].map(([name, sentence]): [string, string[]] => [
      `${path} ${list}.${name}`,
      placeholdersOf(sentence),
    ]),
  )

/**
 * Calls `t(say.total, { … })` that give no value for a placeholder: it would be shown in its braces. Values that are
 * spread, or kept in a variable, are not looked into.
 * @param lists the lists of sentences that the file knows, by their names there
 */
export function valueFaults(
  program: Program,
  lists: ReadonlyMap<string, string>,
  placeholders: Placeholders,
): string[] {
  const faults: string[] = []
  new Visitor({
    CallExpression: ({ callee, arguments: [sentence, values] }) => {
      if (callee.type !== 'Identifier' || callee.name !== 't') return
      const name = nameOf(sentence, lists) ?? ''
      const missing = missingIn(placeholders.get(name) ?? [], values)
      faults.push(...missing.map((one) => `gives no value for {${one}} of ${name}`))
    },
  }).visit(program)
  return faults
}

type Argument = ESTree.Expression | ESTree.SpreadElement | undefined

function missingIn(placeholders: readonly string[], values: Argument): string[] {
  const given = keysOf(values)
  return given ? placeholders.filter((one) => !given.has(one)) : []
}

function nameOf(sentence: Argument, lists: ReadonlyMap<string, string>): string | undefined {
  if (sentence?.type !== 'MemberExpression' || sentence.computed) return undefined
  const { object, property } = sentence
  const list = object.type === 'Identifier' ? lists.get(object.name) : undefined
  return list && property.type === 'Identifier' ? `${list}.${property.name}` : undefined
}

/** The names of the values; undefined where they are not written out. */
function keysOf(values: Argument): ReadonlySet<string> | undefined {
  if (values === undefined) return new Set()
  if (values.type !== 'ObjectExpression') return undefined
  const names = values.properties.map((one) =>
    one.type === 'Property' && one.key.type === 'Identifier' ? one.key.name : undefined,
  )
  return names.every((name) => name !== undefined) ? new Set(names) : undefined
}
