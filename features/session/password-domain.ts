/** How many letters and digits of a password must remain without known words. */
const leastOwn = 8

/** Shorter words occur in others by chance. */
const leastWord = 3

/** A password's letters and digits, without case and accents. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

const wordsOf = (name: string): string[] => [name, ...name.split(/[^\p{L}\p{N}]+/u)].map(plain)

/** Why a password is easy to guess. */
export type Ease = 'usual' | 'known-words'

/**
 * Why a password is easy to guess; undefined when it is not.
 * @param names those that others try with this account: its own, its organisation's
 * @param usual common passwords, in lower case
 */
export function easeOf(
  password: string,
  names: readonly string[],
  usual: ReadonlySet<string>,
): Ease | undefined {
  const text = plain(password)
  if (usual.has(password.toLowerCase()) || usual.has(text)) return 'usual'
  // Without usual suffixes of a word that is too short: `Password2024!`.
  const core = text.replace(/^\P{L}+|\P{L}+$/gu, '')
  if (usual.has(core) && text.length - core.length < leastOwn) return 'usual'
  const words = ['veghe', ...names.flatMap(wordsOf)]
    .filter(({ length }) => length >= leastWord)
    .sort((one, other) => other.length - one.length)
  const own = words.reduce((left, word) => left.replaceAll(word, ''), text)
  return own.length < text.length && own.length < leastOwn ? 'known-words' : undefined
}
