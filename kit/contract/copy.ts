export const languages = ['ro', 'en'] as const
export type Language = (typeof languages)[number]

/** The plural form of a sentence for a number (Unicode CLDR): Romanian has three. */
type Forms = {
  readonly en: { readonly one: string; readonly other: string }
  readonly ro: { readonly one: string; readonly few: string; readonly other: string }
}

/** One sentence in every language. `{name}` is a placeholder; with plural forms, `{count}` chooses. */
export type Copy = { readonly [L in Language]: string } | Forms

/** The values of a sentence's placeholders. */
export type Values = Readonly<Record<string, string | number>>

/** Sentences of one feature; leaving a language out does not compile. */
export const copy = <const Sentences extends Record<string, Copy>>(sentences: Sentences) =>
  sentences

/** The sentence in the language, with its placeholders filled in. A placeholder without a value stays visible. */
export function speak(sentence: Copy, language: Language, values: Values = {}): string {
  return wording(sentence, language, values).replace(/\{(\w+)\}/g, (hole, name: string) => {
    const value = values[name]
    if (value === undefined) return hole
    return typeof value === 'number' ? numbersOf(language).format(value) : value
  })
}

function wording(sentence: Copy, language: Language, values: Values): string {
  const text = sentence[language]
  if (typeof text === 'string') return text
  const forms: Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string } = text
  return forms[pluralsOf(language).select(Number(values['count']))] ?? forms.other
}

/**
 * Creates the formatter of each language once, on first use. A list uses two in each of its rows, and each takes a
 * millisecond on a slow machine. A server that has formatted no number yet saves 4 MB of locale data.
 */
function ofLanguage<T>(make: (language: Language) => T): (language: Language) => T {
  const made = new Map<Language, T>()
  return (language) => {
    const one = made.get(language) ?? make(language)
    made.set(language, one)
    return one
  }
}

const pluralsOf = ofLanguage((language) => new Intl.PluralRules(language))
const numbersOf = ofLanguage((language) => new Intl.NumberFormat(language))
