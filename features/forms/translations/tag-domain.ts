/**
 * A language tag as BCP 47 writes it: a language, and maybe its script, region and variants. Undefined: it is none, or
 * says more, which has no name.
 */
export function canonicalTag(tag: string): string | undefined {
  try {
    const locale = new Intl.Locale(tag)
    return locale.toString() === locale.baseName ? locale.baseName : undefined
  } catch {
    return undefined
  }
}
