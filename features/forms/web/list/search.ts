import * as z from 'zod'

/** Which list is open is in the URL; by default the published one. */
export const FormSearch = z.object({ tab: z.literal('draft').optional().catch(undefined) })
export type FormSearch = z.output<typeof FormSearch>
