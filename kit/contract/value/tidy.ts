import { groupBy } from '../group.ts'

/**
 * The kind of a text: `text` in any script and language, `signs` such as a phone or a date, a `code`, a `pin`, or a `number`.
 */
export type TextKind = 'text' | 'signs' | 'code' | 'pin' | 'number'

/** Scripts whose letters a joiner shapes, and emoji: there a joiner is part of the text. */
const joined =
  '\\p{scx=Arab}\\p{scx=Deva}\\p{scx=Beng}\\p{scx=Guru}\\p{scx=Gujr}\\p{scx=Orya}\\p{scx=Taml}\\p{scx=Telu}\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Sinh}\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\p{Variation_Selector}'

/** Soft hyphens, zero width characters, direction marks, byte order marks, and controls that end no line. */
const invisible =
  /[^\P{Cc}\t\n\v\f\r\u0085]|\u034f|[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]/gu
const loneJoiner = new RegExp(
  `(?<![${joined}])[\\u200c\\u200d]|[\\u200c\\u200d](?![${joined}])`,
  'gu',
)
const oddSpace = /[\u0085\u00a0\u1680\u2000-\u200a\u202f\u205f\u2800\u3000]/gu
/** Nearly every cell: it has nothing to remove. */
const isPlain = /^[\n\x20-\x7e]*$/

/**
 * The only normalisation of text from spreadsheets and keyboards. It removes invisible characters, makes every kind of
 * space a space, and composes letters. Codes and numbers also get ASCII digits and signs, Latin letters for Cyrillic and
 * Greek ones that look the same, and lose spaces within. It is idempotent.
 */
export function tidied(text: string, kind: TextKind = 'text'): string {
  const visible = isPlain.test(text) ? text : withoutInvisible(text)
  if (kind === 'text') return visible
  if (isPlain.test(visible)) return withoutSpaces[kind](visible)
  const tidy = withoutSpaces[kind](asciiLike(visible)).normalize('NFC')
  // A mark beside a removed character now belongs to another letter, which may look like none of its script.
  return tidy === text ? tidy : tidied(tidy, kind)
}

/**
 * Finds the stored code for a normalised one, because earlier codes were stored unnormalised. Other capitals match too,
 * unless several stored codes differ only in capitals.
 */
export function storedCodes(
  codes: Iterable<string>,
): <Code extends string | undefined>(tidy: Code) => Code | string {
  const all = new Set(codes)
  const stored = new Map([
    ...[...all].map((code) => [tidied(code, 'code'), code] as const),
    ...[...all].map((code) => [code, code] as const),
  ])
  const inAnyCapitals = groupBy(all, withoutCapitals)
  return (tidy) => {
    if (tidy === undefined) return tidy
    const [only, another] = inAnyCapitals.get(withoutCapitals(tidy)) ?? []
    return stored.get(tidy) ?? (another === undefined ? only : undefined) ?? tidy
  }
}

const withoutCapitals = (code: string) => tidied(code, 'code').toLowerCase()

const withoutSpaces: Readonly<Record<Exclude<TextKind, 'text'>, (text: string) => string>> = {
  signs: (text) => text,
  code: (text) => (isSpacedCode(text) ? text.replace(/\s+/g, '') : text),
  // A number format adds the space; in a passphrase it is a character.
  pin: (text) => (/^[\d\s]*$/.test(text) ? text.replace(/\s+/g, '') : text),
  number: (text) => text.replace(/\s+/g, ''),
}

const withoutInvisible = (text: string): string =>
  text.replace(invisible, '').replace(loneJoiner, '').replace(oddSpace, ' ').normalize('NFC')

/** Digits, signs and full-width forms as keyboards write them; then the letters that only look Latin. */
const asciiLike = (text: string): string =>
  oneScript(
    text
      .replace(/\u200c|\u200d/g, '')
      .replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
      .replace(/\p{Nd}/gu, asciiDigit)
      .replace(/[\u2010-\u2015\u2212\ufe58\ufe63]/g, '-')
      .replace(/[\u2018\u2019\u201b\u02bc]/g, "'")
      .replaceAll('\u066b', '.')
      .replaceAll('\u066c', '')
      .replace(/\p{Variation_Selector}/gu, ''),
  )

/** Unicode keeps the ten digits of a script together and in order. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  if (code < 0x80) return digit
  let zero = code
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return String((code - zero) % 10)
}

const latinOf: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ А: 'A', В: 'B', С: 'C', Е: 'E', Н: 'H', І: 'I', Ј: 'J', К: 'K', М: 'M', О: 'O', Р: 'P' },
    ...{ Ѕ: 'S', Т: 'T', У: 'Y', Ү: 'Y', Х: 'X', Ԛ: 'Q', Ԝ: 'W', Ԍ: 'G', Ӏ: 'I' },
    ...{ а: 'a', с: 'c', е: 'e', һ: 'h', і: 'i', ј: 'j', о: 'o', р: 'p', ѕ: 's', у: 'y', х: 'x' },
    ...{ ԁ: 'd', ԛ: 'q', ԝ: 'w', ԍ: 'g' },
    ...{ Α: 'A', Β: 'B', Ε: 'E', Ζ: 'Z', Η: 'H', Ι: 'I', Κ: 'K', Μ: 'M', Ν: 'N', Ο: 'O', Ρ: 'P' },
    ...{ Τ: 'T', Υ: 'Y', Χ: 'X', ο: 'o', ν: 'v', ϳ: 'j', Ϳ: 'J' },
  }),
)

const scripts = [/\p{sc=Cyrillic}/gu, /\p{sc=Greek}/gu] as const

/** For each script, its letters by the Latin ones that look the same. */
const foreignOf = scripts.map(
  (script) =>
    new Map([...latinOf].flatMap(([own, latin]) => (own.match(script) ? [[latin, own]] : []))),
)

/**
 * Latin letters for others that look the same. But a code with a letter unlike any Latin one is in that script, and gets
 * its letters for Latin ones.
 */
function oneScript(text: string): string {
  const isOther = (letter: string) => !latinOf.has(letter)
  const own = scripts.findIndex((script) => text.match(script)?.some(isOther))
  if (own < 0)
    return scripts.reduce(
      (left, script) => left.replace(script, (letter) => latinOf.get(letter) ?? letter),
      text,
    )
  const latin = text.match(/[a-z]/gi) ?? []
  const twins = foreignOf[own]
  return latin.every((letter) => twins?.has(letter))
    ? text.replace(/[a-z]/gi, (letter) => twins?.get(letter) ?? letter)
    : text
}

/** Parts such as `AB 12`, `C J` and `12 345`, unlike a name, which lists also write where a code is expected. */
function isSpacedCode(text: string): boolean {
  const parts = text.trim().split(/\s+/)
  const areShort = parts.every((part) => [...part].length === 1 || /^[^\p{Ll}]{1,4}$/u.test(part))
  const isParted = parts.some((part) => [...part].length === 1 || /\d/.test(part))
  return areShort && isParted
}
