import { type Copy, speak } from '#kit/contract/copy.ts'
import type { Mistake } from '../../logic/mistakes-domain.ts'
import { mistakes } from './copy.ts'

/** A mistake in words, in every language. */
export function mistakeCopy({ kind, at, about }: Mistake): Copy {
  const values = { at: at + 1, about }
  const sentence = mistakes[kind]
  return { ro: speak(sentence, 'ro', values), en: speak(sentence, 'en', values) }
}
