import { folded, wordsOf } from '#kit/contract/value/folded.ts'
import type { Snippet } from './contract.ts'

/** A shorter word must be the whole word: too many words begin with it. */
const fewestLetters = 3

const split = (text: string) => text.split(/[^\p{L}\p{N}]+/u).filter(Boolean)

/** The folded words of a search of texts, the first eight; none when all are too short. */
export function textWordsOf(typed: string): readonly string[] {
  const words = wordsOf(typed).flatMap(split).slice(0, 8)
  return words.some((word) => word.length >= fewestLetters) ? words : []
}

/** Whether a folded word of a text is the typed one, or begins with it. */
const isFound = (word: string, typed: string) =>
  typed.length < fewestLetters ? word === typed : word.startsWith(typed)

/** Whether a text has all these words; the same as `queryOf` in the database's index. */
export function saysAll(text: string, words: readonly string[]): boolean {
  const found = split(folded(text))
  return words.every((word) => found.some((one) => isFound(one, word)))
}

/** The same as a query in PostgreSQL's syntax (`tsquery`). */
export const queryOf = (words: readonly string[]): string =>
  words.map((word) => `'${word}'${word.length < fewestLetters ? '' : ':*'}`).join(' & ')

/** How many characters are shown before and after a match; few before, so that a phone still shows the match. */
const most = { before: 30, after: 80 }

/** Cuts a text around the first word that matches; without one, at its beginning. */
export function snippetOf(text: string, words: readonly string[]): Snippet {
  const found = [...text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].find(([word]) =>
    words.some((typed) => isFound(folded(word), typed)),
  )
  const [match, from] = found ? [found[0], found.index] : ['', 0]
  const before = text.slice(0, from)
  const after = text.slice(from + match.length)
  return {
    before:
      before.length > most.before ? `…${before.slice(-most.before).replace(/^\S*\s/, '')}` : before,
    match,
    after:
      after.length > most.after ? `${after.slice(0, most.after).replace(/\s\S*$/, '')}…` : after,
  }
}
