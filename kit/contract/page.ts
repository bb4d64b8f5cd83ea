import * as z from 'zod'
import { largestInteger, whole } from './id.ts'

/** Which page of a list; pages are counted from 1. */
export const PageQuery = z.object({
  page: whole(1, largestInteger).default(1),
  pageSize: whole(1, 1000).default(20),
})
export type PageQuery = z.output<typeof PageQuery>

/** A list's reply: one page of `item`, and how much there is in all. */
export const page = <Item extends z.ZodType>(item: Item) =>
  z.object({ data: z.array(item), ...pageCounts })

export const pageCounts = {
  totalItems: z.int(),
  totalPages: z.int(),
  page: z.int(),
  pageSize: z.int().meta({ examples: [20] }),
}

/** What surrounds a page's items. An empty list still has one page (wire.md 0.1). */
export const countPages = ({ page, pageSize }: PageQuery, totalItems: number) => ({
  totalItems,
  totalPages: Math.max(1, Math.ceil(totalItems / pageSize)),
  page,
  pageSize,
})

/** How many items come before the page. */
export const skipped = ({ page, pageSize }: PageQuery) => (page - 1) * pageSize
