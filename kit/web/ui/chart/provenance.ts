/**
 * The provenance of a chart that leaves the app: whoever sees it elsewhere, and later, knows nothing else of
 * it.
 */
export type Provenance = {
  /** Below a picture. */
  readonly lines: readonly string[]
  /** Beside the numbers, the same in every row, so that files can be combined. */
  readonly columns: readonly { readonly title: string; readonly value: string | number }[]
}
