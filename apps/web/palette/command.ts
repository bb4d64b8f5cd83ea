import { type Copy, speak } from '#kit/contract/copy.ts'
import { language, t } from '#kit/web/language.ts'
import type { IconName } from '#kit/web/ui/icon.tsx'

/** What is open over the page: the search, the list of keys, or nothing. */
export type Opened = 'palette' | 'keys' | undefined

/** A command of the palette. */
export type Command = {
  readonly id: string
  readonly text: string
  /** Further search words. */
  readonly words?: string
  /** Distinguishes it from others of the same name. */
  readonly about?: string
  /** Where it is, on a line of its own. */
  readonly below?: string
  readonly icon: IconName
  /** Its keyboard shortcut. */
  readonly keys?: readonly string[]
  readonly run: () => unknown
}

export type Group = {
  readonly id: string
  readonly title: Copy
  readonly commands: readonly Command[]
}

const other = language === 'ro' ? 'en' : 'ro'

/** A sentence, and the same in the other language: users of one may have learnt it in the other. */
export const called = (sentence: Copy): Pick<Command, 'text' | 'words'> => ({
  text: t(sentence),
  words: speak(sentence, other),
})
