import { storable } from '#kit/contract/value/text.ts'

/** The states of a message for a recipient. */
export const deliveryStates = ['queued', 'sent', 'failed', 'opened'] as const

/** What is written to observers. */
export type MessageText = { readonly title: string; readonly message: string }

/** In characters, as on phones and in the first system. */
export const longestTitle = 200
export const longestMessage = 1000

/**
 * The most that title and message may take together, in bytes of UTF-8. Google carries 4,096 bytes and gets
 * both twice: once for the phone to show and once for the app to read (wire.md 1.8, 2.7).
 */
export const mostBytes = 1900

/** A URL has one character, or `%` and two digits, for each byte of UTF-8. */
const bytesOf = (said: string) => encodeURIComponent(storable(said)).replace(/%../g, '.').length

const roomIn = ({ title, message }: MessageText) => mostBytes - bytesOf(title) - bytesOf(message)

export const isCarried = (words: MessageText): boolean => roomIn(words) >= 0

/** How many more characters each may have; negative when it is too long. An accent may take two. */
export const roomFor = (words: MessageText): Readonly<Record<keyof MessageText, number>> => ({
  title: longestTitle - words.title.length,
  message: Math.min(longestMessage - words.message.length, roomIn(words)),
})
