import { folded, holds } from '#kit/contract/value/folded.ts'
import type { Choosable } from './list-box.tsx'

/**
 * The item meant by typed text: the one with that name, by its whole text or by a part of `CJ – Cluj`,
 * otherwise the only one that the list shows for it. `several` and `none` mean nothing.
 */
export function matchOf(
  items: readonly Choosable[],
  typed: string,
): Choosable | 'several' | 'none' {
  const wanted = folded(typed.trim())
  const isWanted = (word: string) => folded(word) === wanted
  const called = items.filter(({ text }) => [text, ...text.split(' – ')].some(isWanted))
  const found = called.length > 0 ? called : items.filter(({ text }) => holds(text, typed))
  return found.length === 1 ? (found[0] ?? 'none') : found.length === 0 ? 'none' : 'several'
}
