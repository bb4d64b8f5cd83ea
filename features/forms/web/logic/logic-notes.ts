import { createContext } from 'react'
import { t } from '#kit/web/language.ts'
import { readExpression } from '../../expression-domain.ts'
import { eachExpression, mistakesIn } from '../../logic/mistakes-domain.ts'
import { contentOf, type Draft } from '../editor/form-parts.ts'
import { fieldAt } from '../editor/form-problems.ts'
import { explain } from './explain.ts'
import { mistakeCopy } from './mistake-copy.ts'
import { type Suggestion, suggestionsFor } from './suggestions.ts'

/** What is said of an expression below its field. */
export type Note = {
  readonly error: string | undefined
  /** In words; undefined: it cannot be read. */
  readonly words: string | undefined
  readonly suggestions: readonly Suggestion[]
}

/** The notes on the conditions and checks of a draft, by field. */
export function notesOn(draft: Draft): ReadonlyMap<string, Note> {
  const notes = new Map<string, Note>()
  eachExpression(contentOf(draft).formSections, (path, text, scope) => {
    const id = fieldAt(draft, path.join('.'))
    const [mistake] = mistakesIn(text, scope)
    const read = readExpression(text)
    const words = read.kind === 'unread' ? undefined : explain(read, scope.known)
    const suggestions = suggestionsFor(text, scope.known)
    if (id) notes.set(id, { error: mistake && t(mistakeCopy(mistake)), words, suggestions })
  })
  return notes
}

export const Notes = createContext<ReadonlyMap<string, Note>>(new Map())
