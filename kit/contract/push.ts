import * as z from 'zod'

/** The channel of browsers. Phones register under any other name, and are reached through Google. */
export const isWebChannel = (channel: string): boolean => channel.toLowerCase() === 'web'

/** Push services use https; a fake one may be on this machine. */
const service = /^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1|\[::1\])[:/])/

/** What a browser sends when it allows push (RFC 8030, 8291): the JSON of `PushSubscription`. */
export const Subscription = z.object({
  endpoint: z.url({ protocol: /^https?$/ }).regex(service, 'Must begin with https://'),
  keys: z.object({
    /** An uncompressed point of P-256: 65 bytes. */
    p256dh: z.string().regex(/^[\w-]{87}=?$/),
    /** 16 bytes. */
    auth: z.string().regex(/^[\w-]{22}={0,2}$/),
  }),
})
export type Subscription = z.output<typeof Subscription>

/** The subscription in a token of the browsers' channel; undefined when there is none. */
export function readSubscription(token: string): Subscription | undefined {
  try {
    return Subscription.safeParse(JSON.parse(token)).data
  } catch {
    return undefined
  }
}
