/** The requested bytes of a file: from the first, to the last or to its end. */
export type RequestedRange = { readonly first: number; readonly last: number | undefined }

/** Bytes of a file, the first and the last among them. */
export type ByteRange = { readonly first: number; readonly last: number }

/** The bytes of a file that are available of a requested range; undefined when the answer is the whole file. */
export function resolveRange(
  requested: RequestedRange | undefined,
  sizeBytes: number,
): ByteRange | undefined {
  if (!requested || requested.first >= sizeBytes) return undefined
  return { first: requested.first, last: Math.min(requested.last ?? sizeBytes, sizeBytes - 1) }
}

/**
 * Parses a `Range` header, as players send it: Safari plays nothing without. Undefined for several ranges,
 * for a suffix range, and for nonsense: then the whole file is a valid answer as well.
 * https://www.rfc-editor.org/rfc/rfc9110#section-14.2
 */
export function readRange(range = ''): RequestedRange | undefined {
  const [, from = '', to = ''] = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(range) ?? []
  if (from === '') return undefined
  const [first, last] = [Number(from), to === '' ? undefined : Number(to)]
  return last !== undefined && last < first ? undefined : { first, last }
}
