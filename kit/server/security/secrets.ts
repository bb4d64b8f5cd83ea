import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  subtle,
  timingSafeEqual,
} from 'node:crypto'
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'

/** What a token identifies: a session, and which of its tokens it is, counted from 0. */
export type Token = { readonly sessionId: string; readonly nth: number }

/** What only this installation can make and check. Everything comes from one secret. */
export type Secrets = {
  /** A token that expires at `expiresAt`; `claims` are included for clients. */
  signToken(
    token: Token,
    issuedAt: Date,
    expiresAt: Date,
    claims: Record<string, unknown>,
  ): Promise<string>
  /** What a token identifies, or undefined when it is forged or expired at `now`. */
  readToken(token: string, now: Date): Promise<Token | undefined>
  /** Whether a token was never ours, not even an expired one. */
  isForged(token: string): Promise<boolean>
  /** A hashed pin: a leaked table is worthless without the secret. */
  hashPin(pin: string): string
  isPin(pin: string, hash: string): boolean
  /** Proof that we made this link; it becomes part of a URL. */
  signLink(link: string): string
  /** Encrypts what we must be able to read again, so that a leaked table is worthless. */
  seal(text: string): Buffer
  /** The decrypted text; undefined when it was altered, or sealed elsewhere. */
  unseal(sealed: Buffer): string | undefined
  /** A digest by which something long and random is looked up without being stored. */
  digest(text: string): string
  /** Identifies this secret without revealing it. */
  readonly fingerprint: string
}

const issuer = 'veghe'
const nonceBytes = 12
const tagBytes = 16

/** A token with a verified signature. */
type VerifiedToken = Token & { readonly expiresAt: Date }

function genuineOf({ jti, exp = 0, nth }: JWTPayload): VerifiedToken | undefined {
  if (jti === undefined) return undefined
  return { sessionId: jti, nth: Number(nth ?? 0), expiresAt: new Date(exp * 1000) }
}

/** @param secret at least 32 bytes of text, the same on every process of an installation. */
export function openSecrets(secret: string): Secrets {
  const key = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
  // Imported once: jose would import any other key form anew for every token.
  const hs256 = { name: 'HMAC', hash: 'SHA-256' }
  const tokens = subtle.importKey('raw', key('tokens'), hs256, false, ['sign', 'verify'])
  const pins = key('pins')
  const links = key('links')
  const sealed = key('sealed')
  const digests = key('digests')
  const pinDigest = (salt: string, pin: string) =>
    createHmac('sha256', pins).update(`${salt}:${pin}`).digest()
  // A verified signature stays valid: caching it saves a third of a report's time.
  const genuine = new LRUCache<string, VerifiedToken>({ max: 30_000 })
  const verify = async (token: string, currentDate: Date): Promise<VerifiedToken | undefined> =>
    jwtVerify(token, await tokens, { issuer, algorithms: ['HS256'], currentDate }).then(
      ({ payload }) => genuineOf(payload),
      () => undefined,
    )

  return {
    signToken: async ({ sessionId, nth }, issuedAt, expiresAt, claims) =>
      new SignJWT({ ...claims, ...(nth > 0 && { nth }) })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setIssuer(issuer)
        .setJti(sessionId)
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(await tokens),
    readToken: async (token, now) => {
      const known = genuine.get(token)
      if (known) return known.expiresAt > now ? known : undefined
      const read = await verify(token, now)
      if (read) genuine.set(token, read)
      return read
    },
    isForged: async (token) =>
      jwtVerify(token, await tokens, { issuer, algorithms: ['HS256'] }).then(
        () => false,
        (failure) => !(failure instanceof errors.JWTExpired),
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
    seal: (text) => {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', sealed, nonce)
      const bytes = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), bytes])
    },
    unseal: (bytes) => {
      const tagged = bytes.subarray(nonceBytes)
      try {
        const decipher = createDecipheriv('aes-256-gcm', sealed, bytes.subarray(0, nonceBytes))
        decipher.setAuthTag(tagged.subarray(0, tagBytes))
        const text = Buffer.concat([decipher.update(tagged.subarray(tagBytes)), decipher.final()])
        return text.toString('utf8')
      } catch {
        return undefined
      }
    },
    digest: (text) => createHmac('sha256', digests).update(text).digest('base64url'),
    fingerprint: key('fingerprint').toString('base64url'),
  }
}
