import { type Language, languages } from '#kit/contract/copy.ts'

/** The best of our languages for an `Accept-Language` header (RFC 9110, 12.5.4). */
export function languageOf(accepted: string | undefined): Language | undefined {
  const liked = (accepted ?? '').split(',').map((one) => {
    const [range = '', ...parameters] = one.split(';').map((part) => part.trim())
    const weight = parameters.find((part) => part.startsWith('q='))?.slice(2)
    return { tag: range.toLowerCase().split('-')[0], weight: Number(weight ?? 1) }
  })
  const [best] = liked
    .filter(({ tag, weight }) => weight > 0 && languages.some((ours) => ours === tag))
    .sort((one, other) => other.weight - one.weight)
  return languages.find((ours) => ours === best?.tag)
}
