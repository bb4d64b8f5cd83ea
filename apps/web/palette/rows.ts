const shown = (selector: string) =>
  [...document.querySelectorAll<HTMLElement>(`main ${selector}`)].filter((one) =>
    one.checkVisibility(),
  )

/** Focuses the first filter field on the page, if there is one. */
export function focusFilter(): boolean {
  const [field] = shown(':is([role=search] input:not([type=hidden]), input[type=search])')
  field?.focus()
  return field !== undefined
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

/** Goes to the next flagged answer of the report on the page, by its button. */
export function pressNextFlagged(): boolean {
  const [button] = shown('[aria-keyshortcuts=n]')
  button?.click()
  return button !== undefined
}
