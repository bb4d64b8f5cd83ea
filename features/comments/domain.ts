/** A part of a text: words, or the mention of an account. */
export type TextPart = { readonly text: string; readonly account?: string }

const escaped = (account: string) => account.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/**
 * A text, divided at its mentions: `@` and the whole name of an account, in any capitals. Names may have spaces; the
 * longest that fits counts.
 */
export function partsOf(text: string, accounts: readonly string[]): TextPart[] {
  if (accounts.length === 0) return [{ text }]
  const byName = new Map(accounts.map((account) => [account.toLowerCase(), account]))
  const names = accounts.toSorted((a, b) => b.length - a.length).map(escaped)
  const mention = new RegExp(
    `(?<![\\p{L}\\p{N}])(@(?:${names.join('|')}))(?![\\p{L}\\p{N}_@-]|\\.[\\p{L}\\p{N}])`,
    'iu',
  )
  return text.split(mention).flatMap((part, at) => {
    const account = at % 2 === 1 ? byName.get(part.slice(1).toLowerCase()) : undefined
    if (account !== undefined) return { text: part, account }
    return part === '' ? [] : { text: part }
  })
}

/** A mention that is being typed: where its `@` is, and what follows up to the caret. A space ends it for a moment. */
export type Beginning = { readonly from: number; readonly typed: string }

export function beginningAt(text: string, caret: number): Beginning | undefined {
  const found = /(?<![\p{L}\p{N}])@((?:[^@\n]{0,199}[^@\s])?)$/u.exec(text.slice(0, caret))
  return found ? { from: found.index, typed: found[1] ?? '' } : undefined
}

/** A text in which an account replaces the beginning of its mention, and where the caret belongs then. */
export function completed(
  text: string,
  { from, typed }: Beginning,
  account: string,
): { readonly text: string; readonly caret: number } {
  const before = `${text.slice(0, from)}@${account} `
  const rest = text.slice(from + 1 + typed.length).replace(/^ /, '')
  return { text: before + rest, caret: before.length }
}
