import webPush from 'web-push'
import { readSubscription } from '#kit/contract/push.ts'
import { answerWithinMs, type Provider, pushResultOf } from './push.ts'

/** Our identity for the browsers' push services (RFC 8292). */
export type Vapid = {
  /** Our contact for the push services: `mailto:` or `https:`. */
  readonly subject: string
  readonly publicKey: string
  readonly privateKey: string
}

/**
 * The push services of existing browsers. Registrations name the address we send to, so nothing else is
 * accepted: not our own network, nor anybody we might be abused to attack.
 */
const services = [
  'fcm.googleapis.com',
  'push.services.mozilla.com',
  'push.apple.com',
  'notify.windows.com',
]

/** A message not delivered within a day is no longer news. */
const keptSeconds = 86_400

/**
 * Sends to browsers through their push services.
 * @param alsoAt another push service, as `host:port`, which need not use https.
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
      // Redirects are not followed.
      redirect: 'manual',
      signal: AbortSignal.timeout(answerWithinMs),
    })
    // Read to its end, whatever it is, so that the connection can be reused.
    await response.text()
    const isGone = response.status === 404 || response.status === 410
    return isGone ? 'device-gone' : pushResultOf(response)
  }
}

const isPushService = ({ protocol, hostname, port }: URL): boolean =>
  protocol === 'https:' &&
  port === '' &&
  services.some((service) => `.${hostname}`.endsWith(`.${service}`))

/** Half of the twelve hours for which the library signs one. */
const proofMs = 6 * 3_600_000
/** More services than browsers have; registrations may make names up. */
const mostProofs = 1000

/** Proves our identity to a service; signed once for many messages, as RFC 8292 (4) recommends. */
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
