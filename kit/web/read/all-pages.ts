import { mostOnPage } from '#kit/contract/page.ts'

/** All rows of a list, also those on pages that were never shown, read one page after the other. */
export async function readAllPages<Row>(
  read: (page: { readonly page: number; readonly pageSize: number }) => Promise<{
    readonly data: readonly Row[]
    readonly totalPages: number
  }>,
): Promise<Row[]> {
  const rows: Row[] = []
  for (let page = 1, last = 1; page <= last; page++) {
    const { data, totalPages } = await read({ page, pageSize: mostOnPage })
    rows.push(...data)
    last = totalPages
  }
  return rows
}
