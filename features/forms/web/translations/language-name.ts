import { locale } from '#kit/web/language.ts'

const names = new Intl.DisplayNames(locale, { type: 'language' })

/** The name of a language on screens. */
export const languageName = (tag: string): string => names.of(tag) ?? tag
