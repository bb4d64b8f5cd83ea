declare global {
  /** What `first-paint.js` asked for before the app ran, by address; in whose name. */
  var askedEarly:
    | {
        readonly token: string
        readonly replies: Map<string, Promise<Response | undefined>>
        /** The successful replies that have arrived in full. */
        readonly bodies: Map<string, string>
        /** The server's time in the first of them. */
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

/** Its body, if it has arrived: afterwards `takePrefetched` does not return it again. */
export function takePrefetchedBody(address: string, token: string): string | undefined {
  const prefetched = prefetchedFor(token)
  const body = prefetched?.bodies.get(address)
  if (body === undefined) return undefined
  prefetched?.bodies.delete(address)
  prefetched?.replies.delete(address)
  return body
}

/** The server's time in the first reply; undefined without a prefetched one. */
export const prefetchedDate = (): string | null | undefined => globalThis.askedEarly?.date

function prefetchedFor(token: string) {
  const prefetched = globalThis.askedEarly
  return prefetched?.token === token && performance.now() <= freshMs ? prefetched : undefined
}
