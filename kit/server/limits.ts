import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '#kit/contract/who.ts'

/**
 * ` and` that a column's county is one of the reader's. It says nothing for whoever is not limited:
 * their statements are what they would be without limits.
 */
export const andInCounties = (
  { countyIds }: Pick<Scope, 'countyIds'>,
  column: RawBuilder<unknown>,
): RawBuilder<unknown> =>
  countyIds === null ? sql`` : sql` and ${column} = any(${countyIds}::integer[])`
