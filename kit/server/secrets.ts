import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'

/** What only this installation can make and check. Everything comes from one secret. */
export type Secrets = {
  /** A token for `sessionId`, which expires at `expiresAt`; `claims` ride along for clients. */
  signToken(
    sessionId: string,
    issuedAt: Date,
    expiresAt: Date,
    claims: Record<string, unknown>,
  ): Promise<string>
  /** The session a token names, or undefined when it is forged or expired at `now`. */
  readToken(token: string, now: Date): Promise<string | undefined>
  /** A pin, hashed so that a leaked table is worth nothing without the secret. */
  hashPin(pin: string): string
  isPin(pin: string, hash: string): boolean
  /** Proof that we made this link; it goes into an address. */
  signLink(link: string): string
  /** What tells this secret from another without giving it away. */
  readonly fingerprint: string
}

const issuer = 'veghe'

/** @param secret at least 32 bytes of text, the same on every process of an installation. */
export function openSecrets(secret: string): Secrets {
  const key = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
  const tokens = key('tokens')
  const pins = key('pins')
  const links = key('links')
  const pinDigest = (salt: string, pin: string) =>
    createHmac('sha256', pins).update(`${salt}:${pin}`).digest()

  return {
    signToken: (sessionId, issuedAt, expiresAt, claims) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setIssuer(issuer)
        .setJti(sessionId)
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(tokens),
    readToken: (token, now) =>
      jwtVerify(token, tokens, { issuer, algorithms: ['HS256'], currentDate: now }).then(
        ({ payload }) => payload.jti,
        () => undefined,
      ),
    hashPin: (pin) => {
      const salt = randomBytes(12).toString('base64url')
      return `${salt}:${pinDigest(salt, pin).toString('base64url')}`
    },
    isPin: (pin, hash) => {
      const [salt = '', digest = ''] = hash.split(':')
      const kept = Buffer.from(digest, 'base64url')
      const given = pinDigest(salt, pin)
      return kept.length === given.length && timingSafeEqual(kept, given)
    },
    signLink: (link) => createHmac('sha256', links).update(link).digest('base64url'),
    fingerprint: key('fingerprint').toString('base64url'),
  }
}
