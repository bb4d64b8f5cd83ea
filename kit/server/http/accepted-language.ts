import { type Language, languages } from '#kit/contract/copy.ts'

/** The best of our languages for an `Accept-Language` header (RFC 9110, 12.5.4). */
export function languageOf(accepted: string | undefined): Language | undefined {
  const tags = rangesOf(accepted).map((range) => range.toLowerCase().split('-')[0])
  const best = tags.find((tag) => languages.some((ours) => ours === tag))
  return languages.find((ours) => ours === best)
}

/** More, or longer ones, are never meant. */
const mostRanges = 30
const longestRange = 35

/** The tags to look for, the best first: each range of the header, then the same shortened (RFC 4647, 3.4). */
export function lookupTags(accepted: string | undefined): string[] {
  const tags = rangesOf(accepted)
    .filter((range) => range.length <= longestRange)
    .slice(0, mostRanges)
    .flatMap((range) => {
      try {
        return Intl.getCanonicalLocales(range)
      } catch {
        return []
      }
    })
    .flatMap(shortened)
  return [...new Set(tags)]
}

function shortened(tag: string): string[] {
  const subtags = tag.split('-')
  const ends = subtags.map((_, place) => subtags.length - place)
  // A single letter begins what follows it, and means nothing at the end.
  return ends
    .filter((end) => subtags[end - 1]?.length !== 1)
    .map((end) => subtags.slice(0, end).join('-'))
}

/** The ranges of an `Accept-Language` header that are wanted, the best first. */
function rangesOf(accepted = ''): string[] {
  const liked = accepted.split(',').map((one) => {
    const [range = '', ...parameters] = one.split(';').map((part) => part.trim())
    const weight = parameters.find((part) => part.startsWith('q='))?.slice(2)
    return { range, weight: Number(weight ?? 1) }
  })
  return liked
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ range }) => range)
}
