/** Which bytes of a file somebody wants: from the first, to the last or to its end. */
export type Wanted = { readonly first: number; readonly last: number | undefined }

/** Bytes of a file, the first and the last among them. */
export type Part = { readonly first: number; readonly last: number }

/** What a file of so many bytes has of what is wanted; undefined when all of it is the answer. */
export function partOf(wanted: Wanted | undefined, sizeBytes: number): Part | undefined {
  if (!wanted || wanted.first >= sizeBytes) return undefined
  return { first: wanted.first, last: Math.min(wanted.last ?? sizeBytes, sizeBytes - 1) }
}

/**
 * What a `Range` asks for, as players do: Safari plays nothing without. Undefined for several parts,
 * for so many bytes before the end, and for nonsense: then all of it is a good answer as well.
 * https://www.rfc-editor.org/rfc/rfc9110#section-14.2
 */
export function readRange(range = ''): Wanted | undefined {
  const [, from = '', to = ''] = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(range) ?? []
  if (from === '') return undefined
  const [first, last] = [Number(from), to === '' ? undefined : Number(to)]
  return last !== undefined && last < first ? undefined : { first, last }
}
