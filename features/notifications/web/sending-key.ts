/** The form as it was last sent, and the mark it was sent under. */
export type Marked = { readonly content: string; readonly key: string }

/**
 * The mark under which this is sent: the same one again until something in it changes, so that
 * whoever tries again after an error sends nothing twice.
 */
export function mark(content: unknown, before: Marked | undefined): Marked {
  const said = JSON.stringify(content)
  return before?.content === said ? before : { content: said, key: newKey() }
}

/** A random UUID; the browser's own function for it is missing where there is no HTTPS. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const digits = [...bytes].map((byte, index) => {
    const marked = index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte
    return marked.toString(16).padStart(2, '0')
  })
  return digits.join('').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
