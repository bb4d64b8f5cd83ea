import { randomBytes } from 'node:crypto'
import type { Secrets } from '#kit/server/security/secrets.ts'
import type { Credentials } from '../../contract.ts'

/**
 * How a browser or phone that was in an account before is told from a stranger's (OWASP, device
 * cookies). A browser carries a proof that we made, for each account it was in; of a phone it is its own
 * push token, or the mark it gives itself, which nobody else knows.
 */

const cookieDays = 400

/**
 * Several people may share a browser: each account has a cookie of its own. Where it came by https a browser takes
 * it under this prefix from nobody but us, for no other host and never by http.
 */
const hostPrefix = '__Host-'
const cookieName = (secrets: Secrets, account: string) =>
  `veghe-device-${secrets.digest(`cookie ${account}`).slice(0, 12)}`

const proofOf = (secrets: Secrets, account: string, nonce: string) =>
  secrets.signLink(`device ${account} ${nonce}`)

/** The mark of the browser that sends these cookies; undefined when it was never in this account. */
export function markOfBrowser(secrets: Secrets, account: string, cookies: string) {
  const name = cookieName(secrets, account)
  // Without the prefix as well: the proof is what counts, and a copy that is tried out has no https.
  const said = cookies
    .split('; ')
    .map((one) => one.split('='))
    .find(([called]) => called === hostPrefix + name || called === name)
  const [nonce = '', proof] = said?.[1]?.split('.') ?? []
  return proof === proofOf(secrets, account, nonce) ? secrets.digest(nonce) : undefined
}

/** What makes a browser known to this account from now on, as a `Set-Cookie` header. */
export function cookieFor(secrets: Secrets, account: string, origin: string): string {
  const nonce = randomBytes(16).toString('base64url')
  const value = `${nonce}.${proofOf(secrets, account, nonce)}`
  // It opens nothing: no page has to read it, and no other site makes it be sent.
  const rules = `Max-Age=${cookieDays * 86_400}; Path=/; HttpOnly; SameSite=Strict`
  const cookie = `${cookieName(secrets, account)}=${value}; ${rules}`
  return origin.startsWith('https:') ? `${hostPrefix}${cookie}; Secure` : cookie
}

/** What a phone says of itself when it signs in. */
type PhoneClaims = Pick<Credentials, 'fcmToken' | 'uniqueId'>

/** The mark that a phone would have, were it known; undefined when it says nothing of itself. */
export function markOfPhone(
  secrets: Secrets,
  account: string,
  said: PhoneClaims,
): string | undefined {
  const own = nameOfPhone(said)
  return own ? secrets.digest(`phone ${account} ${own}`) : undefined
}

/** By which a phone is known again, whatever its owner's number is by then; null when it names itself not. */
export function deviceOf(secrets: Secrets, said: PhoneClaims): string | null {
  const own = nameOfPhone(said)
  return own ? secrets.digest(`device ${own}`) : null
}

const nameOfPhone = ({ fcmToken, uniqueId }: PhoneClaims) => fcmToken || uniqueId
