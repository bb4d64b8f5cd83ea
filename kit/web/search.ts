import type * as z from 'zod'

/** An optional part of a URL; an unreadable one counts as absent. */
export const maybe = <S extends z.ZodType>(schema: S) => schema.optional().catch(undefined)
