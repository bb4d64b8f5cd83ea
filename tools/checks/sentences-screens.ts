import { type ESTree, type parseSync, Visitor } from 'vite'

type Program = ReturnType<typeof parseSync>['program']

/** Attributes with text for people. */
const spoken = ['aria-label', 'aria-description', 'title', 'placeholder', 'alt', 'label']

/** The same in every language: names and keys. */
const names = /^\W*(Veghe|openapi\.json)\W*$/
const untranslated = ['Key', 'code', 'kbd']

/** Untranslatable text: text in a screen itself. */
export function bareWordsIn(program: Program): string[] {
  const words: string[] = []
  new Visitor({
    JSXElement: ({ openingElement: { name }, children }) => {
      if (name.type === 'JSXIdentifier' && untranslated.includes(name.name)) return
      words.push(...children.flatMap(wordsOfChild))
    },
    JSXFragment: ({ children }) => {
      words.push(...children.flatMap(wordsOfChild))
    },
    JSXAttribute: ({ name, value }) => {
      if (name.type !== 'JSXIdentifier' || !spoken.includes(name.name)) return
      if (value?.type === 'Literal') words.push(...wordsOf(value))
      if (value?.type === 'JSXExpressionContainer') words.push(...wordsOf(value.expression))
    },
  }).visit(program)
  return words
    .filter((text) => /\p{L}/u.test(text) && !names.test(text))
    .map((text) => `"${text.trim()}" belongs into a copy.ts`)
}

function wordsOfChild(child: ESTree.JSXChild): string[] {
  if (child.type === 'JSXText') return [child.value]
  return child.type === 'JSXExpressionContainer' ? wordsOf(child.expression) : []
}

/** The possible texts of an expression, as far as they are in it. */
function wordsOf(expression: ESTree.Expression | ESTree.JSXEmptyExpression): string[] {
  switch (expression.type) {
    case 'Literal':
      return typeof expression.value === 'string' ? [expression.value] : []
    case 'TemplateLiteral':
      return expression.quasis.map(({ value }) => value.raw)
    case 'ConditionalExpression':
      return [...wordsOf(expression.consequent), ...wordsOf(expression.alternate)]
    case 'LogicalExpression':
      return wordsOf(expression.right)
    default:
      return []
  }
}
