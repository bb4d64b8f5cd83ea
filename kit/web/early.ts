declare global {
  /** What `first-paint.js` asked for before the app ran, by address; in whose name. */
  var askedEarly:
    | {
        readonly token: string
        readonly replies: Map<string, Promise<Response | undefined>>
      }
    | undefined
}

/** For how long after the page began an answer is still new, in milliseconds. */
const freshMs = 30_000

/** The answer to what was asked for already; undefined when it was not, or somebody has taken it. */
export function takeEarly(
  address: string,
  token: string,
): Promise<Response | undefined> | undefined {
  const early = globalThis.askedEarly
  if (!early || early.token !== token || performance.now() > freshMs) return undefined
  const reply = early.replies.get(address)
  early.replies.delete(address)
  return reply
}
