import { Problem } from '#kit/contract/problem.ts'
import type { Revised } from '#kit/contract/revision.ts'

/**
 * Refuses a change based on an older revision that would overwrite another user's change since. Setting
 * the same value overwrites nothing, and fields that only one of the two has changed are merged. `stored` is
 * locked for the transaction; `change` holds what is sent, by the names on the wire.
 * @throws Problem `thing.changed-meanwhile`, with the revision that is stored by now.
 */
export function expectUnchanged(
  stored: Revised & object,
  change: object,
  began: number | undefined,
): void {
  if (began === undefined || began >= stored.revision) return
  const values: Readonly<Record<string, unknown>> = { ...stored }
  const fields = Object.entries(change).flatMap(([field, value]) => {
    const since = stored.changes[field]
    const isOlder = value === undefined || since === undefined || since.revision <= began
    return isOlder || (field in values && isSame(values[field], value)) ? [] : [field]
  })
  if (fields.length === 0) return
  throw new Problem('thing.changed-meanwhile', { revision: stored.revision, fields })
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
