/**
 * Where somebody was going when they had to sign in; only ever an address of ours. Said to be nothing
 * where it is not: what a route leaves out the router passes on as it stands in the address.
 */
export const wanted = (next: unknown): { next?: string | undefined } => ({
  // Browsers leave tabs and line ends out of an address: what follows may name another host.
  next: typeof next === 'string' && /^\/(?![\t\n\r]*[/\\])/.test(next) ? next : undefined,
})
