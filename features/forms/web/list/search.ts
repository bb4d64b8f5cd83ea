import * as z from 'zod'

/** Which list is open stands in the address; without a word it is the published one. */
export const FormSearch = z.object({ tab: z.literal('draft').optional().catch(undefined) })
export type FormSearch = z.output<typeof FormSearch>
