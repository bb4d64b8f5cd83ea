export const shown = (selector: string) =>
  [...document.querySelectorAll<HTMLElement>(`main ${selector}`)].filter((one) =>
    one.checkVisibility(),
  )

/** Focuses the first filter field on the page, if there is one. */
export function focusFilter(): boolean {
  const [field] = shown(':is([role=search] input:not([type=hidden]), input[type=search])')
  field?.focus()
  return field !== undefined
}

/** From a filter field whose list is not open, goes to the open row, the first one or the heading. */
export function leaveFilter(from: EventTarget | null): boolean {
  if (!(from instanceof Element) || !from.closest('[role=search]')) return false
  if (from.matches('[aria-expanded=true]')) return false
  const rows = shown('[data-key] a')
  const open = rows.find((row) => row.matches('[aria-current]'))
  const [heading] = shown('h1')
  const next = open ?? rows[0] ?? heading
  next?.focus()
  return true
}

/** Focuses the next row's link, or the previous one; from the row that is open or focused. */
export function focusRow(step: 1 | -1): boolean {
  const rows = shown('[data-key]:has(a)')
  const inUse = rows.findIndex((row) => row.contains(document.activeElement))
  const open = rows.findIndex((row) => row.matches('[aria-current], :has(a[aria-current])'))
  const row = rows[(inUse < 0 ? open : inUse) + step]
  const link = row?.querySelector('a')
  link?.focus()
  return Boolean(link)
}

/** Presses the button in an open sheet, in the focused note or on the page that has this key: all alerts, the next flagged answer, a review, how a call ended. */
export function pressKeyed(key: string): boolean {
  const keyed = `[aria-keyshortcuts="${CSS.escape(key)}"]`
  const button =
    document.querySelector<HTMLElement>(`:popover-open ${keyed}, article:focus-within ${keyed}`) ??
    shown(keyed)[0]
  button?.click()
  return Boolean(button)
}
