/** The order of a list. */
export type Sort = {
  readonly by: string
  readonly direction: 'ascending' | 'descending'
}

/** The sort after a click on a heading: the same column reversed, another one ascending. */
export const sortedBy = (by: string, before: Sort | undefined): Sort => ({
  by,
  direction: before?.by === by && before.direction === 'ascending' ? 'descending' : 'ascending',
})
