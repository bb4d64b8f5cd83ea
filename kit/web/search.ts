import { useNavigate } from '@tanstack/react-router'
import type * as z from 'zod'

/** An optional part of a URL; an unreadable one counts as absent. */
export const maybe = <S extends z.ZodType>(schema: S) => schema.optional().catch(undefined)

type Maybe<Shape extends Readonly<Record<string, z.ZodType>>> = {
  [Name in keyof Shape]: z.ZodCatch<z.ZodOptional<Shape[Name]>>
}

/** `maybe` for each field of a filter form. */
export const eachMaybe = <Shape extends Readonly<Record<string, z.ZodType>>>(
  shape: Shape,
): Maybe<Shape> =>
  Object.fromEntries(
    Object.entries(shape).map(([name, field]) => [name, maybe(field)]),
  ) as Maybe<Shape>

/**
 * Changes parameters in the URL, and begins at the first page. Those of a change that is still under way stay.
 * @returns a function; `isTyping`: the step of the browser's history is replaced
 */
export function useNarrow<Search extends object>() {
  const navigate = useNavigate()
  return (change: Partial<Search>, isTyping = false) =>
    void navigate({
      to: '.',
      search: (now: object) => ({ ...now, page: undefined, ...change }),
      replace: isTyping,
    })
}
