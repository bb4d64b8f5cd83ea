import type * as z from 'zod'

/** Something that may stand in an address; what cannot be read is as if it had not been said. */
export const maybe = <S extends z.ZodType>(schema: S) => schema.optional().catch(undefined)
