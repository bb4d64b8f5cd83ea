import { locale } from '#kit/web/language.ts'

const names = new Intl.DisplayNames(locale, { type: 'language' })

/** The name of a language on screens; one that has none shows its tag. */
export function languageName(tag: string): string {
  try {
    return names.of(tag) ?? tag
  } catch {
    return tag
  }
}
