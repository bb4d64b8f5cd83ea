import type { Language } from '#kit/contract/copy.ts'
import { mostLanguages } from '../language-contract.ts'
import { canonicalTag } from '../translations/tag-domain.ts'

/**
 * The tag of a language as headings name it: `English (en)`, `en`, `English` and `engleză` are the same. A name counts more
 * than what is in brackets: in `English (UK)` it is a country. Undefined: it is not known.
 */
export function tagOf(heading: string): string | undefined {
  const [, name = '', bracketed = ''] = /^([^()]*)(?:\(([^()]*)\))?$/.exec(heading.trim()) ?? []
  const named = tagNamed(name)
  const tag = tagIn(bracketed)
  if (!named) return tag ?? tagIn(name)
  return tag && new Intl.Locale(tag).language === named ? tag : named
}

const tagIn = (text: string) =>
  /^[a-z]{2,3}([-_][a-z\d]{2,8})*$/i.test(text.trim())
    ? canonicalTag(text.trim().replaceAll('_', '-'))
    : undefined

/** By a whole name, or its first word: `English UK`. */
function tagNamed(name: string): string | undefined {
  const plain = plainly(name).replace(/^limba /, '')
  tags ??= readNames()
  return tags.get(plain) ?? tags.get(plain.split(/[ ,-]/)[0] ?? '')
}

/** Without capitals and diacritics. */
const plainly = (name: string) =>
  name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()

let tags: ReadonlyMap<string, string> | undefined

/** The languages with a code of two letters, by their names in English, in Romanian and in themselves. */
function readNames(): ReadonlyMap<string, string> {
  const letters = [...'abcdefghijklmnopqrstuvwxyz']
  const codes = letters.flatMap((one) => letters.map((other) => one + other))
  const ro = namesIn('ro')
  const named = (name: (code: string) => string | undefined) =>
    codes.flatMap((code): [string, string][] => {
      const [found, tag] = [name(code), canonicalTag(code)]
      return found && tag ? [[plainly(found), tag]] : []
    })
  // Where two languages have the same name, the English one counts.
  return new Map([
    ...named((code) => namesIn(code).of(code)),
    ...named((code) => ro.of(code)),
    ...named((code) => english.of(code)),
  ])
}

const namesIn = (language: string) =>
  new Intl.DisplayNames(language, { type: 'language', fallback: 'none' })
const english = namesIn('en')

/** How a heading names a language. Other programs show the name; reading it gives the tag. */
export function headingFor(tag: string): string {
  const heading = `${english.of(tag) ?? ''} (${tag})`.trim()
  return tagOf(heading) === tag ? heading : tag
}

/** The languages of the texts in a workbook, by their tags, or by their names where these are not known. */
export type Languages = {
  /** Whose texts are the form's own; empty: the columns without a language. */
  readonly own: string
  /** Those with a tag. */
  readonly others: readonly string[]
  /** Of the form's own texts; undefined: the file does not say. */
  readonly tag?: string | undefined
  /** Of columns without a language; empty: the file does not say. */
  readonly preset: string
}

/**
 * Chooses the form's own language: the one in which it was written here, the wanted one, the file's own, the columns
 * without one, otherwise the first.
 * @param labels the languages of the labels
 * @param found those of all texts
 */
export function chooseLanguages(
  labels: readonly string[],
  found: readonly string[],
  { declared, wanted, preset }: { declared: string; preset: string; wanted: Language },
): Languages {
  const isWanted = (language: string) => language === wanted || language.startsWith(`${wanted}-`)
  const inOrder = [declared || undefined, labels.find(isWanted), preset, '']
  const own =
    inOrder.find((one) => one !== undefined && labels.includes(one)) ?? labels[0] ?? preset
  const others = [...new Set(found)]
    .filter((language) => language !== own && tagOf(language) !== undefined)
    .slice(0, mostLanguages)
  const missing = own === '' ? wanted : 'und'
  return { own, others, preset, tag: tagOf(own) ?? (others.length > 0 ? missing : undefined) }
}
