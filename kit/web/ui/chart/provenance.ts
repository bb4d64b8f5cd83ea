/**
 * The provenance of a chart that leaves the app: readers elsewhere, and later, have no other source for it.
 */
export type Provenance = {
  /** Below a picture. */
  readonly lines: readonly string[]
  /** Beside the numbers, the same in every row, so that files can be combined. */
  readonly columns: readonly { readonly title: string; readonly value: string | number }[]
}
