import { type ESTree, type parseSync, Visitor } from 'vite'
import { type Language, languages } from '#kit/contract/copy.ts'

type Program = ReturnType<typeof parseSync>['program']

/** A sentence in one language: the text, or the texts by plural form. */
type Wording = string | ReadonlyMap<string, string>
type Sentence = ReadonlyMap<string, Wording>

type List = {
  readonly sentences: ReadonlyMap<string, Sentence>
  /** It satisfies a type: the compiler checks that none is missing and none too many. */
  readonly isOfType: boolean
}

/** Every `copy({…})` of the file, by its name. */
export function listsOf(program: Program): Map<string, List> {
  const lists = new Map<string, List>()
  new Visitor({
    VariableDeclarator: ({ id, init }) => {
      if (id.type !== 'Identifier' || init?.type !== 'CallExpression') return
      const isCopy = init.callee.type === 'Identifier' && init.callee.name === 'copy'
      const [argument] = init.arguments
      const isOfType = argument?.type === 'TSSatisfiesExpression'
      const list = isOfType ? argument.expression : argument
      if (isCopy && list?.type === 'ObjectExpression')
        lists.set(id.name, { sentences: readList(list), isOfType })
    },
  }).visit(program)
  return lists
}

const readList = (list: ESTree.ObjectExpression) =>
  new Map([...membersOf(list)].map(([name, value]) => [name, readSentence(value)]))

function readSentence(value: ESTree.Expression): Sentence {
  if (value.type !== 'ObjectExpression') return new Map()
  return new Map([...membersOf(value)].map(([name, value]) => [name, readWording(value)]))
}

function readWording(value: ESTree.Expression): Wording {
  if (value.type !== 'ObjectExpression') return textOf(value)
  return new Map([...membersOf(value)].map(([form, text]) => [form, textOf(text)]))
}

/** Sentences are literals: anything but a plain text counts as none. */
const textOf = (value: ESTree.Expression) =>
  value.type === 'Literal' && typeof value.value === 'string' ? value.value : ''

function membersOf(object: ESTree.ObjectExpression): Map<string, ESTree.Expression> {
  const members = new Map<string, ESTree.Expression>()
  for (const one of object.properties) {
    if (one.type !== 'Property') continue
    if (one.key.type === 'Identifier') members.set(one.key.name, one.value)
    else if (one.key.type === 'Literal') members.set(String(one.key.value), one.value)
  }
  return members
}

/** Sentences that are empty, lack a form, or whose languages have different placeholders. */
export const wordingFaults = (program: Program): string[] =>
  [...listsOf(program)].flatMap(([list, { sentences }]) =>
    [...sentences].flatMap(([name, sentence]) =>
      faultsOfSentence(sentence).map((fault) => `${list}.${name} ${fault}`),
    ),
  )

function faultsOfSentence(sentence: Sentence): string[] {
  const faults = languages.flatMap((language) => faultsIn(language, sentence.get(language) ?? ''))
  const [first, ...others] = languages.map((language) => holesOf(sentence.get(language) ?? ''))
  const agree = others.every((holes) => holes === first)
  return agree ? faults : [...faults, 'has other names in braces in the other language']
}

function faultsIn(language: Language, wording: Wording): string[] {
  if (typeof wording === 'string') return wording.trim() === '' ? [`is empty in ${language}`] : []
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
  const missing = pluralCategories.filter((form) => !wording.get(form)?.trim())
  const holes = new Set([...wording.values()].map(holesOf))
  return [
    ...missing.map((form) => `lacks the form "${form}" in ${language}`),
    ...(holes.size > 1 ? [`has forms with different names in braces in ${language}`] : []),
  ]
}

/** The placeholders of a sentence, except the count. */
export const placeholdersOf = (sentence: Sentence): string[] => [
  ...new Set(
    [...sentence.values()].flatMap((wording) => holesOf(wording).split(',')).filter(Boolean),
  ),
]

/** The placeholders, except the count: "one report" needs no number. */
function holesOf(wording: Wording): string {
  const texts = typeof wording === 'string' ? [wording] : [...wording.values()]
  const holes = texts.flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
  return [...new Set(holes)]
    .filter((name) => name !== 'count')
    .sort()
    .join()
}
