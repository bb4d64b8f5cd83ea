/** Letters that do not decompose; the same as in the database's `folded`. */
const whole: Readonly<Record<string, string>> = { ł: 'l', đ: 'd', ø: 'o', ı: 'i' }

/** Ignores capitals and diacritics: `Brașov`, with either of its two ș, is `brasov`. */
export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[łđøı]/g, (letter) => whole[letter] ?? letter)

/** Whether the text contains every typed word; nothing typed matches all. */
export function holds(text: string, typed: string): boolean {
  const within = folded(text)
  return folded(typed)
    .split(/[\s,]+/)
    .every((word) => within.includes(word))
}
