import { type Copy, type Language, languages, speak, type Values } from '#kit/contract/copy.ts'
import { recall, remember } from './memory.ts'

const key = 'language'

/** What the reader chose; Romanian on the first visit. It stays so until the page is loaded again. */
export const language: Language = languages.find((one) => one === recall(key)) ?? 'ro'
remember(key, language)

/** The region whose way of writing dates and numbers goes with the language. */
export const locale = { ro: 'ro-RO', en: 'en-GB' }[language]

/** Remembers the choice and loads the page again in that language. */
export function chooseLanguage(chosen: Language): void {
  if (chosen === language) return
  remember(key, chosen)
  window.location.reload()
}

/** Says a sentence in the reader's language. */
export const t = (sentence: Copy, values?: Values): string => speak(sentence, language, values)
