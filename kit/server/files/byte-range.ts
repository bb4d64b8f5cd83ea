/** Which bytes of a file somebody wants: from the first, to the last or to its end. */
export type RequestedRange = { readonly first: number; readonly last: number | undefined }

/** Bytes of a file, the first and the last among them. */
export type ByteRange = { readonly first: number; readonly last: number }

/** What a file of so many bytes has of what is wanted; undefined when all of it is the answer. */
export function resolveRange(
  requested: RequestedRange | undefined,
  sizeBytes: number,
): ByteRange | undefined {
  if (!requested || requested.first >= sizeBytes) return undefined
  return { first: requested.first, last: Math.min(requested.last ?? sizeBytes, sizeBytes - 1) }
}

/**
 * What a `Range` asks for, as players do: Safari plays nothing without. Undefined for several parts,
 * for so many bytes before the end, and for nonsense: then all of it is a good answer as well.
 * https://www.rfc-editor.org/rfc/rfc9110#section-14.2
 */
export function readRange(range = ''): RequestedRange | undefined {
  const [, from = '', to = ''] = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(range) ?? []
  if (from === '') return undefined
  const [first, last] = [Number(from), to === '' ? undefined : Number(to)]
  return last !== undefined && last < first ? undefined : { first, last }
}
