import { type Copy, speak } from '#kit/contract/copy.ts'
import { language, t } from '#kit/web/language.ts'
import type { IconName } from '#kit/web/ui/icon.tsx'

/** What lies over the page: the search, the list of keys, or nothing. */
export type Opened = 'palette' | 'keys' | undefined

/** Something that the palette offers. */
export type Command = {
  readonly id: string
  readonly text: string
  /** What else it is found by. */
  readonly words?: string
  /** What tells it from others of the same name. */
  readonly about?: string
  /** Where it is, on a line of its own. */
  readonly below?: string
  readonly icon: IconName
  /** What does the same without the palette. */
  readonly keys?: readonly string[]
  readonly run: () => unknown
}

export type Group = {
  readonly id: string
  readonly title: Copy
  readonly commands: readonly Command[]
}

const other = language === 'ro' ? 'en' : 'ro'

/** A sentence, and the same in the other language: whoever works in one may have learnt it in the other. */
export const called = (sentence: Copy): Pick<Command, 'text' | 'words'> => ({
  text: t(sentence),
  words: speak(sentence, other),
})
