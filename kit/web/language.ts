import { type Copy, type Language, languages, speak, type Values } from '#kit/contract/copy.ts'
import { readLocalStorage, writeLocalStorage } from './local-storage.ts'

const key = 'language'

/** What the reader chose; Romanian on the first visit. It stays so until the page is loaded again. */
export const language: Language = languages.find((one) => one === readLocalStorage(key)) ?? 'ro'
writeLocalStorage(key, language)

/** The region whose way of writing dates and numbers goes with the language. */
export const locale = { ro: 'ro-RO', en: 'en-GB' }[language]

/**
 * Loads the page again in that language, and remembers the choice as it is left: the browser asks whoever
 * has unsaved work, and who stays, as the next key or press says, has chosen nothing.
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

/** Says a sentence in the reader's language. */
export const t = (sentence: Copy, values?: Values): string => speak(sentence, language, values)
