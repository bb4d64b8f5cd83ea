import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '#kit/contract/who.ts'

/**
 * ` and` that a column's county is one of the caller's. Empty for callers without limits: their statements
 * are unchanged.
 */
export const andInCounties = (
  { countyIds }: Pick<Scope, 'countyIds'>,
  column: RawBuilder<unknown>,
): RawBuilder<unknown> =>
  countyIds === null ? sql`` : sql` and ${column} = any(${countyIds}::integer[])`
