/**
 * The page somebody wanted when they had to sign in; only ever a path of ours. Explicitly undefined
 * otherwise: the router passes on what a route leaves out as it is in the URL.
 */
export const wanted = (next: unknown): { next?: string | undefined } => ({
  // Browsers drop tabs and line ends from a URL: the rest may name another host.
  next: typeof next === 'string' && /^\/(?![\t\n\r]*[/\\])/.test(next) ? next : undefined,
})
