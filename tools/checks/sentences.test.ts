import { expect, test } from 'vitest'
import { type Choices, faultsOf } from './sentences.ts'

const house = (files: Readonly<Record<string, string>>, choices: Choices = {}) =>
  faultsOf(new Map(Object.entries(files)), choices)

const copyOf = (sentences: string) => `export const say = copy({ ${sentences} })`
const hello = "hello: { ro: 'Bună, {name}', en: 'Hello, {name}' }"
const saying =
  "import { say } from '../copy.ts'\nexport const A = () => <p>{t(say.hello, { name })}</p>"

test('accepts a sentence that is used and has both languages', () => {
  const files = { 'features/x/copy.ts': copyOf(hello), 'features/x/web/a.tsx': saying }

  expect(house(files)).toEqual([])
})

test('finds an unused sentence despite a used sentence of the same name', () => {
  const files = {
    'features/x/copy.ts': copyOf(hello),
    'features/y/copy.ts': copyOf(hello),
    'features/x/web/a.tsx': saying,
  }

  expect(house(files)).toEqual(['features/y/copy.ts: unused: say.hello'])
})

test('recognises a list of sentences by the name that a file imports it as', () => {
  const files = {
    'features/x/copy.ts': copyOf(hello),
    'apps/web/a.tsx':
      "import { say as x } from '#features/x/copy.ts'\nconsole.log(t(x.hello, { name }))",
  }

  expect(house(files)).toEqual([])
})

test('requires a declaration for each place that chooses a sentence, and no other', () => {
  const files = {
    'features/x/copy.ts': copyOf(hello),
    'features/x/web/a.tsx': "import { say } from '../copy.ts'\nexport const a = (k) => t(say[k])",
  }

  expect(house(files, { 'features/x/web/a.tsx say': ['hello'] })).toEqual([])
  expect(house(files)).toEqual([
    'features/x/copy.ts: unused: say.hello',
    'features/x/web/a.tsx say: chooses a sentence; tools/checks/sentences.ts must say which',
  ])
  expect(house({}, { 'features/x/web/a.tsx say': ['hello'] })).toEqual([
    'features/x/web/a.tsx say: chooses no sentence any more',
  ])
})

test('accepts undeclared choices from a list that satisfies a type', () => {
  const files = {
    'features/x/copy.ts': `export const say = copy({ ${hello} } satisfies Record<'hello', Copy>)`,
    'features/x/web/a.tsx': "import { say } from '../copy.ts'\nexport const a = (k) => t(say[k])",
  }

  expect(house(files)).toEqual([])
})

test.each([
  ["{ ro: ' ', en: 'Hello' }", 'is empty in ro'],
  ["{ ro: 'Bună' }", 'is empty in en'],
  ["{ ro: 'Bună, {nume}', en: 'Hello, {name}' }", 'has other names in braces'],
  [
    "{ ro: { one: 'unul', other: '{count}' }, en: { one: '1', other: '{count}' } }",
    'lacks the form "few" in ro',
  ],
  [
    "{ ro: '{name}', en: { one: '{name}', other: '{count} of {unknown}' } }",
    'has forms with different names in braces in en',
  ],
])('refuses the sentence %s', (sentence, fault) => {
  const files = {
    'features/x/copy.ts': copyOf(`hello: ${sentence}`),
    'features/x/web/a.tsx': saying,
  }

  expect(house(files).join()).toContain(`features/x/copy.ts: say.hello ${fault}`)
})

test.each([
  '<p>Hello</p>',
  "<p>{isNew ? 'Hello' : name}</p>",
  "<>{name && 'Hello'}</>",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the source of a screen.
  '<title>{`Hello ${name}`}</title>',
  '<input aria-label="Hello" />',
  "<Field placeholder={isNew ? 'Hello' : ''} />",
])('refuses words in a screen itself: %s', (screen) => {
  const faults = house({ 'features/x/web/a.tsx': `export const a = ${screen}` })

  expect(faults).toEqual(['features/x/web/a.tsx: "Hello" belongs into a copy.ts'])
})

test('accepts our name, a key and a number without translation', () => {
  const screen = '<p>Veghe <Key>Esc</Key> 404 <code>GET</code></p>'

  expect(house({ 'features/x/web/a.tsx': `export const a = ${screen}` })).toEqual([])
})

test.each([
  ['another name', 't(say.hello, { who })', true],
  ['no values', 't(say.hello)', true],
  ['its name', 't(say.hello, { name: "Ana" })', false],
  ['a spread', 't(say.hello, { ...values })', false],
  ['a variable', 't(say.hello, values)', false],
] as const)('requires a value for each placeholder: %s', (_what, call, isFault) => {
  const files = {
    'features/x/copy.ts': copyOf(hello),
    'features/x/web/a.ts': `import { say } from '../copy.ts'\nexport const a = ${call}`,
  }

  const fault = 'features/x/web/a.ts: gives no value for {name} of features/x/copy.ts say.hello'
  expect(house(files)).toEqual(isFault ? [fault] : [])
})
