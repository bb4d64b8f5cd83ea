/**
 * The page that the user requested before signing in; only ever a path of ours. Explicitly undefined otherwise: the router
 * keeps parameters of the URL that a route leaves out.
 */
export const wanted = (next: unknown): { next?: string | undefined } => ({
  // Browsers drop tabs and line ends from a URL: the rest may name another host.
  next: typeof next === 'string' && /^\/(?![\t\n\r]*[/\\])/.test(next) ? next : undefined,
})
