import webPush from 'web-push'
import { readSubscription } from '#kit/contract/push.ts'
import { answerWithinMs, type Provider, pushResultOf } from './push.ts'

/** Who we are to the browsers' push services (RFC 8292). */
export type Vapid = {
  /** `mailto:` or `https:`, where they can reach us. */
  readonly subject: string
  readonly publicKey: string
  readonly privateKey: string
}

/**
 * The push services of the browsers there are. Whoever registers says where we are to send, so
 * that nothing else is let through: not our own network, nor anybody we were to be turned against.
 */
const services = [
  'fcm.googleapis.com',
  'push.services.mozilla.com',
  'push.apple.com',
  'notify.windows.com',
]

/** A message that has not been fetched after a day is no longer news. */
const keptSeconds = 86_400

/**
 * Reaches browsers through their push services.
 * @param alsoAt another push service, as `host:port`, which need not be reached over https.
 */
export function openWebPush(vapid: Vapid, alsoAt?: string): Provider {
  const proofFor = proofsOf(vapid)
  return async (token, { title, body, data }) => {
    const subscription = readSubscription(token)
    const service = subscription && new URL(subscription.endpoint)
    if (!service || !(isPushService(service) || service.host === alsoAt)) return 'refused'
    const { endpoint, headers, ...request } = webPush.generateRequestDetails(
      subscription,
      JSON.stringify({ title, body, ...data }),
      {
        TTL: keptSeconds,
        contentEncoding: 'aes128gcm',
        urgency: 'high',
        headers: { Authorization: proofFor(service.origin) },
      },
    )
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: headers as Record<string, string>,
      body: new Uint8Array(request.body),
      // It may not send us elsewhere.
      redirect: 'manual',
      signal: AbortSignal.timeout(answerWithinMs),
    })
    // Read to its end, whatever it is, so that the connection can be used again.
    await response.text()
    const isGone = response.status === 404 || response.status === 410
    return isGone ? 'device-gone' : pushResultOf(response)
  }
}

const isPushService = ({ protocol, hostname, port }: URL): boolean =>
  protocol === 'https:' &&
  port === '' &&
  services.some((service) => `.${hostname}`.endsWith(`.${service}`))

/** Half of the twelve hours for which the library makes one. */
const proofMs = 6 * 3_600_000
/** More services than browsers have; whoever registers may make names up. */
const mostProofs = 1000

/** Proves to a service who we are; signed once for many messages, as RFC 8292 (4) would have it. */
function proofsOf({ subject, publicKey, privateKey }: Vapid): (origin: string) => string {
  const proofs = new Map<string, { readonly proof: string; readonly until: number }>()
  return (origin) => {
    const known = proofs.get(origin)
    if (known && known.until > Date.now()) return known.proof
    if (proofs.size >= mostProofs) proofs.clear()
    const { Authorization: proof } = webPush.getVapidHeaders(
      origin,
      subject,
      publicKey,
      privateKey,
      'aes128gcm',
    )
    proofs.set(origin, { proof, until: Date.now() + proofMs })
    return proof
  }
}
