/** The form as it was last sent, and its idempotency key. */
export type Marked = { readonly content: string; readonly key: string }

/**
 * The idempotency key: the same until something in the form changes, so that retrying after an error sends
 * nothing twice.
 */
export function mark(content: unknown, before: Marked | undefined): Marked {
  const text = JSON.stringify(content)
  return before?.content === text ? before : { content: text, key: newKey() }
}

/** A random UUID; the browser's own function for it is missing without HTTPS. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const digits = [...bytes].map((byte, index) => {
    const marked = index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte
    return marked.toString(16).padStart(2, '0')
  })
  return digits.join('').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
