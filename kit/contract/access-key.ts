import type { Endpoint } from './endpoint.ts'
import { Right } from './roles.ts'

/** The limits of a program's access key that its role does not tell. */
export type AccessKey = { readonly isReadOnly: boolean }

/**
 * Whether programs may call the endpoint with an access key. A key cannot prove an identity again, has no data of its own,
 * and manages no accounts.
 */
export function isForKeys(
  { method, access, confirmed, changing, peopleOnly, reply }: Endpoint,
  { isReadOnly }: AccessKey,
): boolean {
  const isOfStaff = access === 'signed-in' || Right.safeParse(access).success
  const isEvents = 'streams' in reply && reply.streams === 'events'
  if (!isOfStaff || access === 'accounts' || isEvents) return false
  return !confirmed && !changing && !peopleOnly && (!isReadOnly || method === 'GET')
}
