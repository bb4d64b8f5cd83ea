import { IntlMessageFormat } from 'intl-messageformat'
import { expect, test } from 'vitest'
import { type Copy, type Language, languages, speak } from '#kit/contract/copy.ts'
import {
  collectSentences,
  isCopy,
  type Sentences,
  type Translations,
  translate,
} from './translations.ts'

const sentences = await collectSentences()

/** The leaves by their whole path. */
function flat<Leaf>(
  nested: Readonly<Record<string, unknown>>,
  isLeaf: (one: unknown) => one is Leaf,
): Map<string, Leaf> {
  const found = new Map<string, Leaf>()
  for (const [name, one] of Object.entries(nested)) {
    if (isLeaf(one)) found.set(name, one)
    else
      for (const [rest, leaf] of flat(one as Translations, isLeaf))
        found.set(`${name}.${rest}`, leaf)
  }
  return found
}

const isText = (one: unknown): one is string => typeof one === 'string'
const messagesIn = (language: Language) => flat(translate(sentences, language), isText)

test('gives both languages the same sentences, none of them empty', () => {
  const [ro, en] = [messagesIn('ro'), messagesIn('en')]

  expect([...ro.keys()]).toEqual([...en.keys()])
  expect([...ro, ...en].filter(([, text]) => text.trim() === '')).toEqual([])
  expect([...ro.keys()]).toEqual(
    expect.arrayContaining([
      'answers.urgentAnswers',
      'app.skip',
      'ui.retry',
      'problems.request.invalid',
    ]),
  )
})

test('gives a sentence that counts the plural forms of its language', () => {
  const total = 'answers.total'

  expect(messagesIn('ro').get(total)).toBe(
    '{count, plural, one {un raport} few {# rapoarte} other {# de rapoarte}}',
  )
  expect(messagesIn('en').get(total)).toBe('{count, plural, one {1 report} other {# reports}}')
})

test.each(languages)('formats ICU messages as the app does (%s)', { tags: 'slow' }, (language) => {
  const copies = flat(sentences, (one): one is Copy => isCopy(one as Copy | Sentences))
  for (const [path, message] of messagesIn(language))
    for (const count of [0, 1, 3, 20, 1234]) {
      const values = { ...holesOf(message), count }
      const text = new IntlMessageFormat(message, language).format(values)
      expect(text, path).toBe(speak(copies.get(path)!, language, values))
    }
})

/** A value for each placeholder. */
const holesOf = (message: string) =>
  Object.fromEntries(
    [...message.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, `<${name}>`]),
  )
