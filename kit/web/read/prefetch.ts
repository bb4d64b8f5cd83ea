declare global {
  /** What `first-paint.js` asked for before the app ran, by address; in whose name. */
  var askedEarly:
    | {
        readonly token: string
        readonly replies: Map<string, Promise<Response | undefined>>
        /** Of the replies that have come in full, and say yes. */
        readonly bodies: Map<string, string>
        /** What the first of them said of the server's time. */
        readonly date?: string | null
      }
    | undefined
}

/** How long a prefetched reply stays fresh after the page began, in milliseconds. */
const freshMs = 30_000

/** Takes the prefetched reply for an address; undefined when there is none, or it was taken already. */
export function takePrefetched(
  address: string,
  token: string,
): Promise<Response | undefined> | undefined {
  const prefetched = prefetchedFor(token)
  const reply = prefetched?.replies.get(address)
  prefetched?.replies.delete(address)
  prefetched?.bodies.delete(address)
  return reply
}

/** Its body, where that is here by now: what is taken so is not taken again by `takePrefetched`. */
export function takePrefetchedBody(address: string, token: string): string | undefined {
  const prefetched = prefetchedFor(token)
  const body = prefetched?.bodies.get(address)
  if (body === undefined) return undefined
  prefetched?.bodies.delete(address)
  prefetched?.replies.delete(address)
  return body
}

/** What time it was for the server when it answered first; undefined where nothing came early. */
export const prefetchedDate = (): string | null | undefined => globalThis.askedEarly?.date

function prefetchedFor(token: string) {
  const prefetched = globalThis.askedEarly
  return prefetched?.token === token && performance.now() <= freshMs ? prefetched : undefined
}
