/** In which order a list is shown. */
export type Sort = {
  readonly by: string
  readonly direction: 'ascending' | 'descending'
}

/** What a click on a heading asks for: the same column the other way round, another one ascending. */
export const sortedBy = (by: string, before: Sort | undefined): Sort => ({
  by,
  direction: before?.by === by && before.direction === 'ascending' ? 'descending' : 'ascending',
})
