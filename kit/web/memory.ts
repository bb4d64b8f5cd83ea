// Storage may be refused (a private window, a full disk); then things last as long as the page.
const meanwhile = new Map<string, string>()

export function recall(key: string): string {
  try {
    return localStorage.getItem(key) ?? meanwhile.get(key) ?? ''
  } catch {
    return meanwhile.get(key) ?? ''
  }
}

/** Keeps the text in this browser under the key; an empty one is removed. */
export function remember(key: string, text: string): void {
  if (text === '') meanwhile.delete(key)
  else meanwhile.set(key, text)
  try {
    if (text === '') localStorage.removeItem(key)
    else localStorage.setItem(key, text)
  } catch {
    // Kept in `meanwhile`.
  }
}
