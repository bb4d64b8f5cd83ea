import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { factors, type PasskeyProof, type PasskeyRegistration } from '#features/factors/contract.ts'
import { session } from '#features/session/contract.ts'
import type { Person } from './stage.ts'

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest()
const text = (bytes: Buffer) => bytes.toString('base64url')

/** The subset of CBOR (RFC 8949) that a passkey needs: short texts, small numbers, bytes and maps of them. */
const head = (kind: number, value: number) => {
  if (value < 24) return Buffer.from([(kind << 5) | value])
  return value < 256
    ? Buffer.from([(kind << 5) | 24, value])
    : Buffer.from([(kind << 5) | 25, value >> 8, value & 255])
}
const cborInt = (value: number) => (value < 0 ? head(1, -1 - value) : head(0, value))
const cborText = (value: string) =>
  Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
const cborBytes = (value: Buffer) => Buffer.concat([head(2, value.length), value])
const cborMap = (...pairs: Buffer[]) => Buffer.concat([head(5, pairs.length / 2), ...pairs])

const present = 0x01
const verified = 0x04
const attested = 0x40

/** The answer of a passkey; each part of it can be falsified. */
type Way = {
  readonly origin?: string
  readonly counter?: number
  /** Whether it asked its owner for a fingerprint or a pin. */
  readonly isVerified?: boolean
}

/** A software passkey, as a browser would answer for it. */
export class TestPasskey {
  readonly id = text(randomBytes(16))
  readonly #key: { publicKey: KeyObject; privateKey: KeyObject }

  constructor() {
    this.#key = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  }

  /** A browser's response when the passkey is created. */
  register({ challenge }: { readonly challenge: string }, way: Way = {}): PasskeyRegistration {
    const { x = '', y = '' } = this.#key.publicKey.export({ format: 'jwk' })
    const coordinate = (part: string) => cborBytes(Buffer.from(part, 'base64url'))
    const cose = cborMap(
      ...[cborInt(1), cborInt(2), cborInt(3), cborInt(-7), cborInt(-1), cborInt(1)],
      ...[cborInt(-2), coordinate(x), cborInt(-3), coordinate(y)],
    )
    const credentialId = Buffer.from(this.id, 'base64url')
    const length = Buffer.from([0, credentialId.length])
    const authData = Buffer.concat([
      this.#data(way, attested),
      ...[Buffer.alloc(16), length, credentialId, cose],
    ])
    const attestation = cborMap(
      ...[cborText('fmt'), cborText('none'), cborText('attStmt'), cborMap()],
      ...[cborText('authData'), cborBytes(authData)],
    )
    return {
      ...this.#named(),
      response: {
        clientDataJSON: text(this.#client('webauthn.create', challenge, way)),
        attestationObject: text(attestation),
      },
    }
  }

  /** A browser's response when the passkey proves its owner. */
  answer({ challenge }: { readonly challenge: string }, way: Way = {}): PasskeyProof {
    const authData = this.#data(way)
    const client = this.#client('webauthn.get', challenge, way)
    const signed = Buffer.concat([authData, sha256(client)])
    return {
      ...this.#named(),
      response: {
        clientDataJSON: text(client),
        authenticatorData: text(authData),
        signature: text(sign('sha256', signed, this.#key.privateKey)),
      },
    }
  }

  #named() {
    return { id: this.id, rawId: this.id, type: 'public-key' } as const
  }

  #client(type: string, challenge: string, { origin = 'http://localhost' }: Way): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }

  #data({ counter = 0, isVerified = true }: Way, more = 0): Buffer {
    const counted = Buffer.alloc(4)
    counted.writeUInt32BE(counter)
    const flags = present | (isVerified ? verified : 0) | more
    return Buffer.concat([sha256('localhost'), Buffer.from([flags]), counted])
  }
}

const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

/** The body that turns an authenticator app on, at the start time of every stage. */
export const appBody = {
  secret,
  code: new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.parse('2026-11-22T09:00:00Z'),
  }),
}

/** A session and a passkey of an account, by their ids. */
export async function securityOf(person: Person, name: string) {
  const passkey = new TestPasskey().register(await person.call(factors.newPasskey))
  const passkeyId = await person.call(factors.addPasskey, { body: { name, passkey } })
  const [own] = await person.call(session.own)
  return { passkeyId, sessionId: own!.id }
}
