import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterEach } from 'vitest'
import type { BucketSettings } from './bucket.ts'

/** A fake S3 provider on this machine: it speaks the protocol and checks every signature. */
export type TestBucket = {
  readonly settings: BucketSettings
  /** Its objects, by key. */
  readonly objects: Map<string, Buffer>
  /** Its attachments and their renditions, without the owner's mark. */
  attachments(): string[]
  /** How often it was asked to store something. */
  puts(): number
  /** How often it was asked to remove something. */
  deletes(): number
  /** How many bytes of its objects it has sent. */
  sent(): number
  /** Breaks off in the middle of the next requests. */
  breakOff(times: number): void
  /** Answers the next requests of a kind with this status, like a busy provider. */
  refuse(method: 'DELETE' | 'GET' | 'HEAD' | 'PUT', status: number, times: number): void
  /** Leaves the requests of a kind unanswered, until the returned function is called. */
  hold(method?: 'PUT' | 'DELETE'): () => void
  /** From here on accepts no more bytes than `more` allows. */
  takeAtMost(): { readonly more: (bytes: number) => void; readonly taken: () => number }
  /** The checksum it reports for an object, as some providers do when it was uploaded with one. */
  readonly checksums: Map<string, string>
  /** Stops, and closes its connections. */
  stop(): Promise<void>
  /** Restarts, on the same port. */
  start(): Promise<void>
}

const keys = { accessKeyId: 'OBSERVATION', secretAccessKey: 'only ever used by tests' } as const
const region = 'eu-test-1'
const name = 'attachments'

type BucketReply = {
  readonly status: number
  readonly body?: Buffer
  readonly headers?: Readonly<Record<string, string>>
}

const refused = (status: number, code: string): BucketReply => ({
  status,
  body: Buffer.from(`<?xml version="1.0"?><Error><Code>${code}</Code><Message/></Error>`),
})

/** `const bucket = buckets()`, then `const { settings } = await bucket()`; they end with the test. */
export function buckets(): () => Promise<TestBucket> {
  const undo: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const stop of undo.splice(0)) await stop()
  })
  return async () => {
    const bucket = await openBucket()
    undo.push(bucket.stop)
    return bucket
  }
}

async function openBucket(): Promise<TestBucket> {
  const objects = new Map<string, Buffer>()
  const refusals: { readonly method: string; readonly status: number }[] = []
  const checksums = new Map<string, string>()
  const counts = { DELETE: 0, PUT: 0, GET: 0, HEAD: 0 }
  let sent = 0
  let breaking = 0
  const held = new Map<string | undefined, Promise<void>>()
  let throttle: Throttle | undefined

  const refusalOf = (request: IncomingMessage) => {
    const next = refusals.findIndex(({ method }) => method === request.method)
    return next < 0 ? undefined : refusals.splice(next, 1)[0]
  }
  const readAll = (request: IncomingMessage) => throttle?.read(request) ?? buffer(request)
  const answer = async (request: IncomingMessage): Promise<BucketReply> => {
    const body = await readAll(request)
    const refusal = refusalOf(request)
    if (refusal) return refused(refusal.status, 'SlowDown')
    const fault = faultOf(request, body)
    if (fault) return refused(fault === 'AuthorizationHeaderMalformed' ? 400 : 403, fault)
    counts[request.method as keyof typeof counts] += 1
    await held.get(request.method)
    return answerOf({ objects, checksums }, request, body)
  }

  const server = createServer(async (request, response) => {
    const { status, body = Buffer.alloc(0), headers } = await answer(request)
    const isObject = request.method === 'GET' && status < 300
    if (isObject) sent += body.length
    response.writeHead(status, { 'content-length': body.length, ...headers })
    if (isObject && breaking > 0) {
      breaking -= 1
      response.write(body.subarray(0, body.length / 2), () => response.destroy())
    } else response.end(body)
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const port = await listen(0)
  return {
    settings: { name, region, keys, pathStyle: true, endpoint: `http://127.0.0.1:${port}` },
    objects,
    attachments: () => [...objects.keys()].filter((key) => key !== 'owner'),
    puts: () => counts.PUT,
    deletes: () => counts.DELETE,
    sent: () => sent,
    breakOff: (times) => {
      breaking = times
    },
    refuse: (method, status, times) =>
      void refusals.push(...Array.from({ length: times }, () => ({ method, status }))),
    hold: (method = 'PUT') => {
      let release = () => {}
      held.set(
        method,
        new Promise((resolve) => {
          release = resolve
        }),
      )
      return release
    },
    takeAtMost: () => {
      throttle = throttled()
      return throttle
    },
    checksums,
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
    start: async () => {
      await listen(port)
    },
  }
}

type Throttle = ReturnType<typeof throttled>

/** Reads a request only as far as `more` has allowed. */
function throttled() {
  let allowed = 0
  let taken = 0
  let wake = () => {}
  return {
    taken: () => taken,
    more: (bytes: number) => {
      allowed += bytes
      wake()
    },
    read: async (request: IncomingMessage): Promise<Buffer> => {
      const chunks: Buffer[] = []
      try {
        for await (const chunk of request as AsyncIterable<Buffer>) {
          chunks.push(chunk)
          taken += chunk.length
          while (taken > allowed)
            await new Promise<void>((resolve) => {
              wake = resolve
            })
        }
      } catch {
        // The sender has given up: the bytes do not match their digest.
      }
      return Buffer.concat(chunks)
    },
  }
}

function answerOf(
  { objects, checksums }: Pick<TestBucket, 'objects' | 'checksums'>,
  { method, url = '', headers }: IncomingMessage,
  body: Buffer,
): BucketReply {
  const [, bucket, key] = /^\/([^/?]+)\/?([^?]*)/.exec(url) ?? []
  if (bucket !== name) return refused(404, 'NoSuchBucket')
  if (!key) return { status: 200 }
  if (method === 'PUT') {
    objects.set(key, body)
    return { status: 200 }
  }
  const object = objects.get(key)
  if (method === 'DELETE') {
    objects.delete(key)
    return { status: 204 }
  }
  if (!object) return refused(404, 'NoSuchKey')
  if (headers.range) return partOf(object, headers.range)
  const checksum = headers['x-amz-checksum-mode'] ? checksums.get(key) : undefined
  return {
    status: 200,
    body: object,
    ...(checksum && { headers: { 'x-amz-checksum-sha256': checksum } }),
  }
}

/** S3's answer to a range request. */
function partOf(object: Buffer, range: string): BucketReply {
  const [, from = '', to = ''] = /^bytes=(\d+)-(\d*)$/.exec(range) ?? []
  const first = Number(from)
  if (first >= object.length) return refused(416, 'InvalidRange')
  const last = Math.min(Number(to || object.length), object.length - 1)
  const headers = { 'content-range': `bytes ${first}-${last}/${object.length}` }
  return { status: 206, body: object.subarray(first, last + 1), headers }
}

/**
 * The fault of a request's signature, Signature Version 4, by S3's error name.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 */
function faultOf({ method, url = '', headers }: IncomingMessage, body: Buffer): string | undefined {
  const [, credential = '', signedHeaders = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=(\S+), SignedHeaders=(\S+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? []
  const [accessKeyId, ...scope] = credential.split('/')
  const time = String(headers['x-amz-date'])
  const day = time.slice(0, 8)
  if (accessKeyId !== keys.accessKeyId) return 'InvalidAccessKeyId'
  if (scope.join('/') !== `${day}/${region}/s3/aws4_request`) return 'AuthorizationHeaderMalformed'
  if (Math.abs(timeOf(time) - Date.now()) > 15 * 60_000) return 'RequestTimeTooSkewed'

  const signed = signedHeaders.split(';')
  const mustBe = Object.keys(headers).filter((name) => name === 'host' || name.startsWith('x-amz-'))
  if (mustBe.some((name) => !signed.includes(name))) return 'AccessDenied'
  const content = String(headers['x-amz-content-sha256'])
  if (content !== 'UNSIGNED-PAYLOAD' && content !== sha256(body)) return 'XAmzContentSHA256Mismatch'

  const [path = '', query = ''] = url.split('?')
  const canonical = [
    method,
    path,
    query.split('&').sort().join('&'),
    ...signed.map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    signedHeaders,
    content,
  ].join('\n')
  const toSign = ['AWS4-HMAC-SHA256', time, scope.join('/'), sha256(canonical)].join('\n')
  const key = scope.reduce<string | Buffer>(hmac, `AWS4${keys.secretAccessKey}`)
  return hmac(key, toSign).toString('hex') === signature ? undefined : 'SignatureDoesNotMatch'
}

/** `20261122T090000Z`, in milliseconds. */
const timeOf = (time: string) =>
  Date.parse(time.replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5'))

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')

const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest()
