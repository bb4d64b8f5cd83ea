import type { PartChange, Section } from '../contract.ts'
import { type FormText, keyParts, textsOf } from './texts-domain.ts'

/** A published version: its sections, and those of each language with translated texts. */
type Version = {
  readonly sections: Section[]
  readonly translations: readonly (readonly [language: string, sections: Section[]])[]
}

/**
 * The translations that differ between two versions, by language, of the parts that both have. A text in the form's own
 * language counts as none.
 */
export function translationChanges(was: Version, is: Version): Omit<PartChange, 'answers'>[] {
  const languages = new Set([...was.translations, ...is.translations].map(([language]) => language))
  const [old, now] = [textsBy(was.sections), textsBy(is.sections)]
  return [...languages].sort().flatMap((language) => {
    const before = translatedIn(was, language, old)
    const after = translatedIn(is, language, now)
    return [...now.values()].flatMap(({ key, part: kind, code }) => {
      const [from, to] = [before.get(key) ?? '', after.get(key) ?? '']
      if (from === to || !old.has(key)) return []
      const id = keyParts(key)?.id ?? null
      return [{ kind, change: 'translated' as const, id, code, language, text: to, was: from }]
    })
  })
}

const textsBy = (formSections: Section[]): ReadonlyMap<string, FormText> => {
  const texts = textsOf({ id: 0 as FormId, code: '', description: '', formSections })
  return new Map(texts.map((text) => [text.key, text]))
}

type FormId = Parameters<typeof textsOf>[0]['id']

function translatedIn(
  { translations }: Version,
  language: string,
  own: ReadonlyMap<string, FormText>,
): ReadonlyMap<string, string> {
  const [, sections = []] = translations.find(([tag]) => tag === language) ?? []
  const texts = [...textsBy(sections).values()]
  return new Map(
    texts.flatMap(({ key, text }) => (text === own.get(key)?.text ? [] : [[key, text]])),
  )
}
