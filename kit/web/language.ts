import { type Copy, type Language, languages, speak, type Values } from '#kit/contract/copy.ts'
import { readLocalStorage, writeLocalStorage } from './local-storage.ts'

const key = 'language'

/** The reader's choice; Romanian on the first visit. It is fixed until the page is reloaded. */
export const language: Language = languages.find((one) => one === readLocalStorage(key)) ?? 'ro'
writeLocalStorage(key, language)

/** The region whose date and number formats go with the language. */
export const locale = { ro: 'ro-RO', en: 'en-GB' }[language]

/**
 * Reloads the page in that language, and stores the choice as the page unloads: the browser warns about unsaved input, and a
 * user who stays, as the next key or click shows, has chosen nothing.
 */
export function chooseLanguage(chosen: Language): void {
  if (chosen === language) return
  const stays = new AbortController()
  const once = { once: true, capture: true, signal: stays.signal }
  window.addEventListener('pagehide', () => writeLocalStorage(key, chosen), once)
  for (const act of ['pointerdown', 'keydown'] as const)
    window.addEventListener(act, () => stays.abort(), once)
  window.location.reload()
}

/** Translates a sentence into the reader's language. */
export const t = (sentence: Copy, values?: Values): string => speak(sentence, language, values)

/** A text or a number as people read it; empty where there is none. */
export const readable = (value: string | number | null): string =>
  typeof value === 'number' ? value.toLocaleString(locale) : (value ?? '')
