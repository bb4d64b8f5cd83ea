import type { Snippet } from '#features/search/contract.ts'
import { type Copy, speak } from '#kit/contract/copy.ts'
import { language, t } from '#kit/web/language.ts'
import type { IconName } from '#kit/web/ui/icon.tsx'

/** The open dialog: search, list of keys, or none. */
export type Opened = 'palette' | 'keys' | undefined

/** A command of the palette. */
export type Command = {
  readonly id: string
  readonly text: string
  /** Further search words. */
  readonly words?: string
  /** Distinguishes it from others of the same name. */
  readonly about?: string
  /** Its location or a part of its text, on a second line. */
  readonly below?: string | Snippet
  readonly icon: IconName
  /** Its keyboard shortcut. */
  readonly keys?: readonly string[]
  readonly run: () => unknown
}

export type Group = {
  readonly id: string
  readonly title: Copy
  /** There are more than these. */
  readonly hasMore?: boolean
  readonly commands: readonly Command[]
}

const other = language === 'ro' ? 'en' : 'ro'

/** A sentence in both languages: users of one may know the command in the other. */
export const called = (sentence: Copy): Pick<Command, 'text' | 'words'> => ({
  text: t(sentence),
  words: speak(sentence, other),
})
