import * as z from 'zod'

/** The open language; by default the first. */
export const TranslationSearch = z.object({
  language: z.string().max(35).optional().catch(undefined),
})
