/** Letters that do not decompose; the same as in the database's `folded`. */
const whole: Readonly<Record<string, string>> = {
  ...{ ł: 'l', đ: 'd', ø: 'o', ı: 'i', ħ: 'h', ŧ: 't', ƀ: 'b', ƶ: 'z', ɨ: 'i', ʉ: 'u', ɇ: 'e' },
  ...{ ǥ: 'g', ɍ: 'r', ɏ: 'y', ȼ: 'c', ⱥ: 'a', ⱦ: 't', ɉ: 'j', ð: 'd', ŋ: 'n', ς: 'σ' },
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' },
}
const undecomposed = new RegExp(`[${Object.keys(whole).join('')}]`, 'g')

/** Diacritics, one block each; marks that are vowels in other scripts stay. */
const blocks = [
  ...['\\u0300-\\u036f', '\\u0483-\\u0489', '\\u0591-\\u05bd', '\\u064b-\\u065f'],
  ...['\\u1ab0-\\u1aff', '\\u1dc0-\\u1dff', '\\u20d0-\\u20ff', '\\ufe20-\\ufe2f'],
]
const diacritics = new RegExp(`[${blocks.join('')}]`, 'g')

/** Apostrophes and hyphens of keyboards and spreadsheets; the same as in `folded_name`. */
const joiners = "'`´‘’‛ʹʻʼʽˈ′＇\\-\u00ad‐‑‒–—―−﹣－"
const joiner = new RegExp(`[${joiners}]`, 'g')
const between = new RegExp(`[\\s,${joiners}]+`)

/** Ignores capitals and diacritics: `Brașov`, with either of its two ș, is `brasov`. */
export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(diacritics, '')
    .toLowerCase()
    .replace(undecomposed, (letter) => whole[letter] ?? letter)

/** Ignores apostrophes and hyphens as well, also those in the decomposition of a sign: `O’Brien` is `obrien`. */
export const foldedName = (text: string): string =>
  folded(text.replace(joiner, '')).replace(joiner, '')

/** The folded words of a search. A hyphenated name is several words: `Pop-Rus` also finds `Rus Pop`. */
export const wordsOf = (typed: string): string[] =>
  folded(typed.replace(joiner, ' ')).split(between).filter(Boolean)

/** Whether the text contains every typed word, in any order; an empty search matches all. */
export function holds(text: string, typed: string): boolean {
  const within = foldedName(text)
  return wordsOf(typed).every((word) => within.includes(word))
}
