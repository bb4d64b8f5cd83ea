import { createHash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** Begins every access key, so that scanners find keys in published code. */
const prefix = 'veghe_'

const pattern = /^veghe_([0-9a-f]{64})([0-9a-f]{8})$/

/** Tells scanners and us a key from other text that begins like one. */
const checksumOf = (secret: string) => crc32(secret).toString(16).padStart(8, '0')

/** Whether the token of a call is an access key, or is meant to be one. */
export const isAccessKey = (token: string): boolean => token.startsWith(prefix)

const sha256 = (key: string) => createHash('sha256').update(key).digest()

/** A new key of 256 random bits, and the digest under which it is stored. */
export function newAccessKey(): { readonly key: string; readonly digest: Buffer } {
  const secret = randomBytes(32).toString('hex')
  const key = `${prefix}${secret}${checksumOf(secret)}`
  return { key, digest: sha256(key) }
}

/**
 * The digest of a key; undefined where the checksum is wrong. Random keys cannot be guessed, so that
 * a fast digest is enough.
 */
export function digestOfKey(key: string): Buffer | undefined {
  const [, secret = '', checksum] = pattern.exec(key) ?? []
  return checksum === checksumOf(secret) ? sha256(key) : undefined
}
