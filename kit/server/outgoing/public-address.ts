import { lookup } from 'node:dns/promises'
import ipaddr from 'ipaddr.js'

/**
 * Ranges that ipaddr counts as unicast, and that lead into a provider's or an organisation's own network: Azure's
 * metadata, site-local addresses, IPv4 written as IPv6 without a mark.
 */
const alsoPrivate = ['168.63.129.16/32', 'fec0::/10', '::/96'].map((range) =>
  ipaddr.parseCIDR(range),
)

/** Whether an address is on the public internet: neither ours, nor a neighbour's, nor a detour to one. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  const isOwn = alsoPrivate.some(
    (range) => range[0].kind() === parsed.kind() && parsed.match(range),
  )
  return parsed.range() === 'unicast' && !isOwn
}

export type OutgoingRule = { readonly privateNetworks: boolean }

/** Why nothing is sent to an address. */
export type AddressFault = 'not-https' | 'private' | 'unknown-name'

/** The address to connect to: exactly the one that was checked, so that a name cannot change in between. */
export type CheckedAddress =
  | { readonly address: string; readonly fault?: never }
  | { readonly fault: AddressFault }

const lookupMs = 5000

/** Resolves the name of a URL. A name with any private address is refused. */
export async function checkAddress(
  url: URL,
  { privateNetworks }: OutgoingRule,
): Promise<CheckedAddress> {
  if (url.protocol !== 'https:' && !(privateNetworks && url.protocol === 'http:'))
    return { fault: 'not-https' }
  // `URL` has read decimal, octal and hexadecimal forms of IPv4 already.
  const found = await resolve(url.hostname.replace(/^\[|\]$/g, ''))
  const [first] = found
  if (first === undefined) return { fault: 'unknown-name' }
  const isAllowed = privateNetworks || found.every(isPublicAddress)
  return isAllowed ? { address: first } : { fault: 'private' }
}

async function resolve(host: string): Promise<string[]> {
  if (ipaddr.isValid(host)) return [host]
  const patience = new Promise<[]>((done) => setTimeout(done, lookupMs, []).unref())
  const looking = lookup(host, { all: true }).catch(() => [])
  return (await Promise.race([looking, patience])).map(({ address }) => address)
}
