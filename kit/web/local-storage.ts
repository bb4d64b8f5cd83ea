// Storage may be refused (a private window, a full disk); then values last as long as the page.
const meanwhile = new Map<string, string>()

export function readLocalStorage(key: string): string {
  try {
    return meanwhile.get(key) ?? localStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}

/** Stores the text in this browser under the key; an empty one is removed. */
export function writeLocalStorage(key: string, text: string): void {
  meanwhile.delete(key)
  try {
    if (text === '') localStorage.removeItem(key)
    else localStorage.setItem(key, text)
  } catch {
    meanwhile.set(key, text)
  }
}
