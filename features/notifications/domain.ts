import type { Language } from '#kit/contract/copy.ts'
import { folded } from '#kit/contract/value/folded.ts'
import { storable } from '#kit/contract/value/text.ts'

/** The states of a message for a recipient. */
export const deliveryStates = ['queued', 'sent', 'failed', 'opened'] as const

/** How long a message may wait to be taken back, at most; and how long those do that are sent from screens. */
export const mostTakeBackSeconds = 600
export const takeBackSeconds = 30

/** How far ahead a message may be set to go out. */
export const mostDaysAhead = 30
/** A set time that has passed by less means now: clocks show minutes, and differ. */
export const mostMsPast = 60_000

/** Why a message cannot go out at a moment; undefined: it can. */
export function timeFault(at: Date, now: Date): 'past' | 'far' | undefined {
  const ahead = at.getTime() - now.getTime()
  if (ahead < -mostMsPast) return 'past'
  return ahead > mostDaysAhead * 86_400_000 ? 'far' : undefined
}

/** A message to observers. */
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
const bytesOf = (text: string) => encodeURIComponent(storable(text)).replace(/%../g, '.').length

const roomIn = ({ title, message }: MessageText) =>
  mostBytes - bytesOf(title) - bytesOf(mostFilled(message))

export const isCarried = (words: MessageText): boolean => roomIn(words) >= 0

/** How many more characters each may have; negative when it is too long. An accent may take two. */
export const roomFor = (words: MessageText): Readonly<Record<keyof MessageText, number>> => ({
  title: longestTitle - words.title.length,
  message: Math.min(longestMessage - words.message.length, roomIn(words)),
})

/** The blanks that a message may have, in the words of both languages; only one by rule has a deadline. */
export const blanks: Readonly<
  Record<'name' | 'station' | 'deadline', readonly [en: string, ro: string]>
> = {
  name: ['name', 'nume'],
  station: ['station', 'secția'],
  deadline: ['deadline', 'ora'],
}

export type Blank = keyof typeof blanks

/** A blank in a language, with its braces. */
export const blankIn = (blank: Blank, language: Language): string =>
  `{${blanks[blank][language === 'en' ? 0 : 1]}}`

/** The blanks of messages by staff, which have no deadline. */
export const ownBlanks: readonly Blank[] = ['name', 'station']
/** A reminder by rule has one. */
export const ruleBlanks: readonly Blank[] = [...ownBlanks, 'deadline']

const blankOf = new Map(
  (Object.keys(blanks) as Blank[]).flatMap((blank) =>
    blanks[blank].map((word) => [folded(word), blank] as const),
  ),
)

/** The blank of a word in braces, in any capitals: keyboards also write `secţia` with a cedilla, or without a mark. */
const blankNamed = (word: string): Blank | undefined => blankOf.get(folded(word))

/** The first blank of a text that nothing fills, of those that it may have. */
export const unknownBlank = (typed: string, known: readonly Blank[]): string | undefined =>
  [...typed.matchAll(/\{([^{}]*)\}/g)]
    .map(([, word = '']) => word)
    .find((word) => !known.some((one) => one === blankNamed(word)))

/** The known blanks as they are typed. */
export const listBlanks = (known: readonly Blank[]): string =>
  known
    .flatMap((one) => blanks[one])
    .map((word) => `{${word}}`)
    .join(', ')

/** For a field of a contract: refuses a text with an unknown blank, and names it. */
export const knownBlanks = (known: readonly Blank[]) =>
  [
    (typed: string) => unknownBlank(typed, known) === undefined,
    {
      error: ({ input }: { readonly input?: unknown }) =>
        `Nothing fills {${unknownBlank(String(input), known)}}. Known are ${listBlanks(known)}`,
    },
  ] as const

/** For a title, in which nothing is filled. */
export const noBlanks = [
  (typed: string) => unknownBlank(typed, []) === undefined,
  'Nothing fills a blank in a title: it goes into the message',
] as const

/** Fills the blanks that are given; others stay as they are. */
export const fillBlanks = (text: string, values: Partial<Record<Blank, string>>): string =>
  text.replace(/\{([^{}]*)\}/g, (whole, word: string) => {
    const blank = blankNamed(word)
    return (blank && values[blank]) ?? whole
  })

/** How many characters fill a blank at most. */
export const mostFilling = { name: 60, station: 100 } as const

/** A text with the longest that its blanks may hold. */
const mostFilled = (typed: string): string =>
  fillBlanks(typed, {
    name: 'ă'.repeat(mostFilling.name),
    station: 'ă'.repeat(mostFilling.station),
    deadline: '00:00',
  })

/** The values of the blanks in a message by staff, for one observer. */
export type Filling = { readonly name: string; readonly station: string }

/** Does a text have a blank that is filled for each observer? */
export const isFilledForEach = (typed: string): boolean =>
  fillBlanks(typed, { name: '', station: '' }) !== typed
