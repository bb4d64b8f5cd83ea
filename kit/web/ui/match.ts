import { locale } from '../language.ts'
import type { Choosable } from './list-box.tsx'

/** `Cluj` and `cluj`, `Sălaj` and `salaj` are the same to whoever types. */
const words = new Intl.Collator(locale, { usage: 'search', sensitivity: 'base' })

/**
 * What somebody meant who typed instead of choosing: the one that is called so, by its whole text or by
 * a part of `CJ – Cluj`, else the only one that has it in its text. `several` and `none` mean nothing.
 */
export function matchOf(
  items: readonly Choosable[],
  typed: string,
): Choosable | 'several' | 'none' {
  const isTyped = (word: string) => words.compare(word, typed.trim()) === 0
  const called = items.filter(({ text }) => [text, ...text.split(' – ')].some(isTyped))
  const found = called.length > 0 ? called : items.filter(({ text }) => has(text, typed.trim()))
  return found.length === 1 ? (found[0] ?? 'none') : found.length === 0 ? 'none' : 'several'
}

const has = (text: string, part: string) =>
  Array.from({ length: text.length }, (_, at) => text.slice(at, at + part.length)).some(
    (piece) => words.compare(piece, part) === 0,
  )
