import ipaddr from 'ipaddr.js'

/**
 * An address as proxies, sockets and people write it: with a port (`198.51.100.7:4711`, `[2001:db8::1]:443`),
 * or as IPv4 within IPv6 (`::ffff:198.51.100.7`).
 * @returns it plainly, in its shortest form; undefined for what is no address
 */
export function readAddress(text: string): string | undefined {
  const bare = /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text
  // Other forms that ipaddr parses (`1`, `0x7f.1`) are not written by any proxy.
  const isWritten = bare.includes(':') || ipaddr.IPv4.isValidFourPartDecimal(bare)
  return isWritten && ipaddr.isValid(bare) ? ipaddr.process(bare).toString() : undefined
}

/**
 * The networks within which one caller can choose addresses freely. For IPv6 that is a /64, which any home
 * and any phone has, and the /48 that an organisation may have (RFC 6177).
 * @param address as `readAddress` returns it
 */
export function networksOf(address: string): { readonly own: string; readonly site?: string } {
  const parsed = ipaddr.isValid(address) ? ipaddr.process(address) : undefined
  if (parsed?.kind() !== 'ipv6') return { own: parsed?.toString() ?? address }
  const within = (bits: number) =>
    `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/${bits}`)}/${bits}`
  return { own: within(64), site: within(48) }
}
