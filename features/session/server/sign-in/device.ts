import { randomBytes } from 'node:crypto'
import type { Secrets } from '#kit/server/security/secrets.ts'
import type { Credentials } from '../../contract.ts'

/**
 * Device cookies (OWASP) distinguish a browser or phone that was signed in to an account before from a stranger's. A browser
 * has a proof that we made, for each account; a phone has its own push token, or the id it gives itself, which is secret.
 */

const cookieDays = 400

/**
 * Several people may share a browser: each account has its own cookie. Over https a browser accepts this prefix only from
 * our host, and never over http.
 */
const hostPrefix = '__Host-'
const cookieName = (secrets: Secrets, account: string) =>
  `veghe-device-${secrets.digest(`cookie ${account}`).slice(0, 12)}`

const proofOf = (secrets: Secrets, account: string, nonce: string) =>
  secrets.signLink(`device ${account} ${nonce}`)

/** The mark of the browser that sends these cookies; undefined when it was never in this account. */
export function markOfBrowser(secrets: Secrets, account: string, cookies: string) {
  const name = cookieName(secrets, account)
  // Without the prefix as well: the proof is what counts, and a test copy has no https.
  const cookie = cookies
    .split('; ')
    .map((one) => one.split('='))
    .find(([called]) => called === hostPrefix + name || called === name)
  const [nonce = '', proof] = cookie?.[1]?.split('.') ?? []
  return proof === proofOf(secrets, account, nonce) ? secrets.digest(nonce) : undefined
}

/** The `Set-Cookie` header that makes a browser known to this account from now on. */
export function cookieFor(secrets: Secrets, account: string, origin: string): string {
  const nonce = randomBytes(16).toString('base64url')
  const value = `${nonce}.${proofOf(secrets, account, nonce)}`
  // It grants nothing: no page has to read it, and no other site can cause it to be sent.
  const rules = `Max-Age=${cookieDays * 86_400}; Path=/; HttpOnly; SameSite=Strict`
  const cookie = `${cookieName(secrets, account)}=${value}; ${rules}`
  return origin.startsWith('https:') ? `${hostPrefix}${cookie}; Secure` : cookie
}

/** How a phone identifies itself at sign-in. */
type PhoneClaims = Pick<Credentials, 'fcmToken' | 'uniqueId'>

/** The mark a phone would have if it were known; undefined when it does not identify itself. */
export function markOfPhone(
  secrets: Secrets,
  account: string,
  cookie: PhoneClaims,
): string | undefined {
  const own = nameOfPhone(cookie)
  return own ? secrets.digest(`phone ${account} ${own}`) : undefined
}

/** Identifies a phone independently of its owner's number; null when it does not identify itself. */
export function deviceOf(secrets: Secrets, cookie: PhoneClaims): string | null {
  const own = nameOfPhone(cookie)
  return own ? secrets.digest(`device ${own}`) : null
}

const nameOfPhone = ({ fcmToken, uniqueId }: PhoneClaims) => fcmToken || uniqueId
