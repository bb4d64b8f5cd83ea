import { expect, test } from 'vitest'
import { unfitOf } from './unfit.ts'

/** Headings of a file; those in capitals are known. */
const headed = (headings: string) =>
  headings.split(' ').map((heading) => ({
    heading,
    field: heading === heading.toUpperCase() ? heading.toLowerCase() : null,
  }))

test.each([
  ['stations given as counties', 'CODE number NAME address lat lon voters', 61, 60, 1],
  ['stations with few columns given as counties', 'CODE number NAME', 300, 258, 42],
  ['towns that rename counties', 'CODE NAME district mayor', 42, 0, 30],
  ['members of a club given as observers', 'PHONE PIN NAME fee street city', 80, 30, 20],
])('recognises a list of another kind: %s', (_what, headings, rows, refused, renaming) => {
  const columns = headed(headings)
  const known = columns.filter(({ field }) => field !== null)
  expect(unfitOf(columns, { rows, refused, renaming })).toEqual({
    ...{ columns: columns.length, readColumns: known.length },
    ...{ rows, refused, renaming },
  })
})

test.each([
  ['all headings are known, and all rows rename', 'CODE NAME ORDER', 42, 0, 42],
  ['most headings are known, and many rows are refused', 'PHONE PIN NAME mail', 100, 80, 0],
  ['many columns of no use, and rows that fit', 'PHONE PIN NAME mail size bus city', 900, 20, 9],
  ['nothing could be stored', 'CODE number NAME', 10, 10, 0],
  ['there are no rows', 'CODE number NAME', 0, 0, 0],
  ['a heading is missing, and no row is read', 'CODE number address', 0, 1, 0],
])('accepts a list without asking when %s', (_what, headings, rows, refused, renaming) => {
  expect(unfitOf(headed(headings), { rows, refused, renaming })).toBeUndefined()
})

test('ignores empty headings and the column of reasons', () => {
  const columns = [
    { heading: '', field: null },
    { heading: 'Why it was refused', field: null },
    ...headed('CODE NAME'),
  ]
  expect(unfitOf(columns, { rows: 10, refused: 5, renaming: 4 })).toBeUndefined()
})
