import * as z from 'zod'
import { largestInteger, whole } from './value/id.ts'

/** The largest page of any list. */
export const mostOnPage = 1000

/** Which page of a list; pages are counted from 1. */
export const PageQuery = z.object({
  page: whole(1, largestInteger).default(1),
  pageSize: whole(1, mostOnPage).default(20),
})
export type PageQuery = z.output<typeof PageQuery>

/** A page number from clients of the first system: an unreadable one counts as left out. */
const lenient = (fallback: number) =>
  whole(1, Number.MAX_SAFE_INTEGER).default(fallback).catch(fallback)

/**
 * Page parameters for calls of the first system, whose administration sends `pageSize=undefined` and `page=null`:
 * never refuses a list because of them, and caps the page size.
 */
export const lenientPageQuery = (defaultSize = 20) =>
  z.object({
    page: lenient(1).transform((page) => Math.min(page, largestInteger)),
    pageSize: lenient(defaultSize).transform((size) => Math.min(size, mostOnPage)),
  })

/** A list's reply: one page of `item`, and the total count. */
export const page = <Item extends z.ZodType>(item: Item) =>
  z.object({ data: z.array(item), ...pageCounts })

export const pageCounts = {
  totalItems: z.int(),
  totalPages: z.int(),
  page: z.int(),
  pageSize: z.int().meta({ examples: [20] }),
}

/** The metadata around a page's items. An empty list still has one page (wire.md 0.1). */
export const countPages = ({ page, pageSize }: PageQuery, totalItems: number) => ({
  totalItems,
  totalPages: Math.max(1, Math.ceil(totalItems / pageSize)),
  page,
  pageSize,
})

/** How many items come before the page. */
export const skipped = ({ page, pageSize }: PageQuery) => (page - 1) * pageSize
