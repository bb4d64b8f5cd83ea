import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  generateKeyPairSync,
  hkdfSync,
  randomBytes,
} from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer, text } from 'node:stream/consumers'
import { importJWK, jwtVerify } from 'jose'
import { afterEach } from 'vitest'
import webPush from 'web-push'
import { openPush, type Push, type PushOptions } from '#kit/server/push/push.ts'
import { openFcm, ServiceAccount } from '#kit/server/push/push-fcm.ts'
import { openWebPush } from '#kit/server/push/push-web.ts'

/** A provider's answer instead of accepting a message. */
export type Refusal = {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** Google's refusal of an unknown token. */
export const unregistered: Refusal = {
  status: 404,
  body: {
    error: {
      code: 404,
      status: 'NOT_FOUND',
      details: [
        {
          '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError',
          errorCode: 'UNREGISTERED',
        },
      ],
    },
  },
}

/** A message as a phone or a browser gets it. */
export type ReceivedPush = {
  readonly token: string
  readonly body: Readonly<Record<string, unknown>>
}

/** Google and a browsers' push service, on this machine. They check authorisation. */
export type FakePushProvider = {
  /** All authorised requests, whatever the answer. */
  readonly tries: readonly ReceivedPush[]
  /** The accepted ones. */
  readonly taken: readonly ReceivedPush[]
  /** How often an access token was requested. */
  grants(): number
  /** From here on: the answer to the nth request for a token, counted from 1. */
  answer(say: Say): void
  /** The settings with which our server sends through these. */
  readonly settings: {
    readonly FCM_URL: string
    readonly FCM_SERVICE_ACCOUNT: string
    readonly VAPID_SUBJECT: string
    readonly VAPID_PUBLIC_KEY: string
    readonly VAPID_PRIVATE_KEY: string
  }
  readonly push: Push
  /** Invalidates access tokens; with a status: as the answer to the old ones. */
  revoke(status?: number): void
  /** Stops answering. */
  leave(): void
  /** A browser that allows push: its subscription. */
  subscribe(name: string): string
}

type Patience = Pick<PushOptions, 'pauseMs' | 'patienceMs'>

type Say = (token: string, nth: number) => Refusal | undefined | Promise<Refusal | undefined>

const google = generateKeyPairSync('rsa', { modulusLength: 2048 })
const pem = google.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const vapid = { subject: 'mailto:veghe@example.org', ...webPush.generateVAPIDKeys() }

/** Opens providers for one test; they end with it. */
export function fakePushProviders(): (patience?: Patience) => Promise<FakePushProvider> {
  const undo: (() => void)[] = []
  afterEach(() => {
    for (const step of undo.splice(0)) step()
  })
  return async (patience = {}) => {
    const made = new FakeProviderState()
    const server = createServer((request, response) => void made.serve(request, response))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const leave = () => {
      server.close()
      server.closeAllConnections()
    }
    undo.push(leave)
    return made.open(`127.0.0.1:${(server.address() as AddressInfo).port}`, leave, patience)
  }
}

type Browser = { readonly keys: ReturnType<typeof createECDH>; readonly auth: Buffer }

class FakeProviderState {
  readonly #tries: ReceivedPush[] = []
  readonly #taken: ReceivedPush[] = []
  readonly #counts = new Map<string, number>()
  readonly #browsers = new Map<string, Browser>()
  #grants = 0
  #valid = ''
  #refusal: number | undefined
  #say: Say = () => undefined
  #host = ''

  open(host: string, leave: () => void, patience: Patience): FakePushProvider {
    this.#host = host
    const account = {
      project_id: 'veghe-test',
      client_email: 'veghe@veghe-test.iam.gserviceaccount.com',
      private_key: pem,
      token_uri: `http://${host}/token`,
    }
    return {
      tries: this.#tries,
      taken: this.#taken,
      grants: () => this.#grants,
      answer: (say) => {
        this.#say = say
      },
      settings: {
        FCM_URL: `http://${host}`,
        FCM_SERVICE_ACCOUNT: JSON.stringify(account),
        VAPID_SUBJECT: vapid.subject,
        VAPID_PUBLIC_KEY: vapid.publicKey,
        VAPID_PRIVATE_KEY: vapid.privateKey,
      },
      push: openPush({
        phones: openFcm(ServiceAccount.parse(account), `http://${host}`),
        browsers: openWebPush(vapid, host),
        pauseMs: 20,
        ...patience,
      }),
      revoke: (status) => {
        this.#valid = ''
        this.#refusal = status
      },
      leave,
      subscribe: (name) => this.#subscribe(name),
    }
  }

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { status, headers, body } = await this.#reply(request).catch((error: unknown) => ({
      status: 401,
      headers: {},
      body: String(error),
    }))
    response.writeHead(status, headers).end(JSON.stringify(body ?? {}))
  }

  async #reply(request: IncomingMessage): Promise<Refusal> {
    if (request.url === '/token') return this.#grant(await text(request))
    const arrival = request.url?.startsWith('/push/')
      ? await this.#toBrowser(request)
      : this.#toPhone(request, await text(request))
    this.#tries.push(arrival)
    const nth = (this.#counts.get(arrival.token) ?? 0) + 1
    this.#counts.set(arrival.token, nth)
    const refusal = await this.#say(arrival.token, nth)
    if (!refusal) this.#taken.push(arrival)
    return refusal ?? { status: 200, body: { name: 'projects/veghe-test/messages/1' } }
  }

  async #grant(form: string): Promise<Refusal> {
    const { grant_type, assertion = '' } = Object.fromEntries(new URLSearchParams(form))
    if (grant_type !== 'urn:ietf:params:oauth:grant-type:jwt-bearer') return { status: 400 }
    const { payload } = await jwtVerify(
      assertion,
      createPublicKey(google.publicKey.export({ type: 'spki', format: 'pem' })),
      {
        issuer: 'veghe@veghe-test.iam.gserviceaccount.com',
        audience: `http://${this.#host}/token`,
      },
    )
    if (payload['scope'] !== 'https://www.googleapis.com/auth/firebase.messaging')
      return { status: 400 }
    this.#grants += 1
    if (this.#refusal) return { status: this.#refusal, body: { error: 'invalid_grant' } }
    this.#valid = `grant ${this.#grants}`
    return { status: 200, body: { access_token: this.#valid, expires_in: 3600 } }
  }

  #toPhone({ url, headers }: IncomingMessage, text: string): ReceivedPush {
    if (url !== '/v1/projects/veghe-test/messages:send') throw new Error(`No such address: ${url}`)
    if (headers.authorization !== `Bearer ${this.#valid}`) throw new Error('Not granted')
    const { token, ...message } = JSON.parse(text).message
    return { token, body: message }
  }

  async #toBrowser(request: IncomingMessage): Promise<ReceivedPush> {
    const { headers, url = '' } = request
    const token = url.slice('/push/'.length)
    const browser = this.#browsers.get(token)
    const [, jwt = '', key] = /^vapid t=(\S+), k=(\S+)$/.exec(headers.authorization ?? '') ?? []
    if (!browser || key !== vapid.publicKey) throw new Error('Not the server that we let push')
    await jwtVerify(jwt, await publicKeyOf(key), { audience: `http://${this.#host}` })
    if (headers['content-encoding'] !== 'aes128gcm' || !headers['ttl'])
      throw new Error('Not Web Push')
    return { token, body: JSON.parse(decrypt(browser, await buffer(request))) }
  }

  #subscribe(name: string): string {
    const browser = { keys: createECDH('prime256v1'), auth: randomBytes(16) }
    const p256dh = browser.keys.generateKeys('base64url')
    this.#browsers.set(name, browser)
    return JSON.stringify({
      endpoint: `http://${this.#host}/push/${name}`,
      expirationTime: null,
      keys: { p256dh, auth: browser.auth.toString('base64url') },
    })
  }
}

/** An uncompressed point of P-256, as a key. */
function publicKeyOf(key: string) {
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) =>
    half.toString('base64url'),
  )
  return importJWK({ kty: 'EC', crv: 'P-256', x: x!, y: y! }, 'ES256')
}

/** A browser's decryption of a push message (RFC 8188, RFC 8291). */
function decrypt({ keys, auth }: Browser, body: Buffer): string {
  const salt = body.subarray(0, 16)
  const sender = body.subarray(21, 21 + body.readUInt8(20))
  const sealed = body.subarray(21 + sender.length)
  const derive = (from: Buffer, with_: Buffer, info: Buffer | string, length: number) =>
    Buffer.from(hkdfSync('sha256', from, with_, info, length))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender])
  const input = derive(keys.computeSecret(sender), auth, info, 32)
  const key = derive(input, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derive(input, salt, 'Content-Encoding: nonce\0', 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2)).toString()
}
