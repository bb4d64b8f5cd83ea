import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { codeOf } from '#database/failure.ts'
import type { Elapsed } from '../http/bodies.ts'
import type { RequestedRange } from './byte-range.ts'
import {
  type FileIdentity,
  type FileRead,
  type FileStore,
  type Files,
  FilesAway,
  receiveInto,
} from './files.ts'

/** The address and credentials of a bucket. */
export type BucketSettings = {
  readonly name: string
  readonly region: string
  /** For every provider except AWS itself. */
  readonly endpoint?: string
  /** `https://host/bucket/key` instead of `https://bucket.host/key`. */
  readonly pathStyle: boolean
  /** Absent: the machine's own credentials (a role, a profile, AWS's own variables). */
  readonly keys?: { readonly accessKeyId: string; readonly secretAccessKey: string }
}

/**
 * How long an upload may stall, in milliseconds, before a bucket is given up. The total time depends on the
 * line: 45 MB over 1 Mbit/s are six minutes. What the kernel buffers at once (4 MB at most) has to have left
 * by then.
 */
const stillMs = 60_000
const lookEveryMs = 1000

const tries = 3

/** Attachments in an S3 bucket; they are received into a folder on this machine. */
export async function filesInBucket(
  settings: BucketSettings,
  incoming: string,
  elapsedMs: Elapsed = () => performance.now(),
): Promise<Files> {
  // A client has fifty connections: slow uploads must not block reads.
  const clients = { asking: open(settings), sending: open(settings) }
  return receiveInto(incoming, storeIn(clients, settings.name, elapsedMs))
}

/** @throws Error that says why nothing can be stored in this bucket. */
export async function ensureBucket(settings: BucketSettings): Promise<void> {
  const client = open(settings)
  try {
    await client.send(new HeadBucketCommand({ Bucket: settings.name }))
  } catch (error) {
    throw new Error(refusalOf(error, settings), { cause: error })
  } finally {
    client.destroy()
  }
}

const quiet = () => undefined

const open = ({ region, endpoint, pathStyle, keys }: BucketSettings) =>
  new S3Client({
    region,
    forcePathStyle: pathStyle,
    ...(endpoint && { endpoint }),
    ...(keys && { credentials: keys }),
    // Many providers other than AWS do not know the checksums that the client adds by itself.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Expect: 100-continue costs a connection of its own, and a wait where it is not understood.
    expectContinueHeader: false,
    // It would log every attempt to the console; the caller reports the result.
    logger: { debug: quiet, info: quiet, warn: quiet, error: quiet },
    requestHandler: { connectionTimeout: 3000, requestTimeout: 5000, throwOnRequestTimeout: true },
  })

/** For requests, and for uploads. */
type Clients = { readonly asking: S3Client; readonly sending: S3Client }

function storeIn({ asking, sending }: Clients, bucket: string, elapsedMs: Elapsed): FileStore {
  const keyed = (place: string) => ({ Bucket: bucket, Key: place })
  const underWay = new Map<string, Promise<void>>()

  const look = async (place: string) => {
    try {
      return await asking.send(new HeadObjectCommand({ ...keyed(place), ChecksumMode: 'ENABLED' }))
    } catch (error) {
      if (error instanceof NotFound) return undefined
      throw error
    }
  }

  /** Half a file may be there: a manual copy may have been interrupted. */
  const has = async (place: string, { sha256, sizeBytes }: FileIdentity) => {
    const found = await look(place)
    return found?.ContentLength === sizeBytes && fits(found.ChecksumSHA256, sha256)
  }

  const put: FileStore['keep'] = async (path, place, { sha256, sizeBytes }) => {
    const { signal, moved, giveUp, end } = standstill(elapsedMs)
    const Body = Readable.from(readMoving(path, moved))
    // The client does not handle errors of the stream it reads from; unhandled, they would end the process.
    Body.on('error', giveUp)
    const command = new PutObjectCommand({ ...keyed(place), Body, ContentLength: sizeBytes })
    signContent(command, sha256)
    try {
      await sending.send(command, { requestTimeout: 0, abortSignal: signal })
    } finally {
      end()
      Body.destroy()
    }
  }

  const keep: FileStore['keep'] = async (path, place, file) => {
    // A phone that got no answer sends the same again, over a line it pays for; we need not.
    if (!(await has(place, file))) await persist(() => put(path, place, file))
  }

  const get = async (place: string, wanted: RequestedRange | undefined): Promise<FileRead> => {
    const command = new GetObjectCommand({ ...keyed(place), ...(wanted && rangeOf(wanted)) })
    const { Body, ContentLength, ContentRange } = await asking.send(command)
    if (!(Body instanceof Readable) || ContentLength === undefined)
      throw new Error('The bucket answered without a file')
    const all = { sizeBytes: ContentLength, range: undefined }
    return { stream: Body, ...(readPart(ContentRange) ?? all) }
  }

  const find: FileStore['find'] = async (place, wanted) => {
    try {
      return await get(place, wanted)
    } catch (error) {
      if (error instanceof NoSuchKey) return undefined
      // It begins beyond the end; as in a folder, the answer to that is all of it.
      if (wanted && statusOf(error) === 416) return find(place)
      throw away(error)
    }
  }

  return {
    find,
    keep: async (path, place, file) => {
      // Sent again while the first upload is still running, as impatient phones do.
      const keeping =
        underWay.get(place) ?? keep(path, place, file).finally(() => underWay.delete(place))
      underWay.set(place, keeping)
      await keeping.catch((error) => {
        throw away(error)
      })
    },
    remove: async (place) => {
      try {
        const found = await look(place)
        if (found) await asking.send(new DeleteObjectCommand(keyed(place)))
        return found?.ContentLength
      } catch (error) {
        throw away(error)
      }
    },
  }
}

/** Whether a bucket's checksum of the bytes it has is the right one; many have none. */
const fits = (checksum: string | undefined, sha256: Buffer) =>
  // For a multipart upload it is the digest of the parts' digests, and has their number.
  checksum === undefined || checksum.includes('-') || checksum === sha256.toString('base64')

/** A file being uploaded, with progress. */
async function* readMoving(path: string, moved: () => void): AsyncGenerator<Buffer> {
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    moved()
    yield chunk
  }
}

/** A signal that aborts when nothing has moved for too long. */
function standstill(elapsedMs: Elapsed) {
  const still = new AbortController()
  let movedAt = elapsedMs()
  const looking = setInterval(() => {
    if (elapsedMs() - movedAt >= stillMs) still.abort()
  }, lookEveryMs)
  return {
    signal: still.signal,
    moved: () => {
      movedAt = elapsedMs()
    },
    giveUp: () => still.abort(),
    end: () => clearInterval(looking),
  }
}

/** Players ask for ranges; a bucket that returns all of it does no harm. */
const rangeOf = ({ first, last }: RequestedRange) => ({ Range: `bytes=${first}-${last ?? ''}` })

/** Which range of how large a file a bucket returned. */
function readPart(contentRange = '') {
  const [, first, last, size] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(contentRange) ?? []
  if (!size) return undefined
  return { range: { first: Number(first), last: Number(last) }, sizeBytes: Number(size) }
}

/**
 * Signs the digest with the request, so that a bucket refuses bytes that differ from those we received. The
 * client does not for a stream, and checksums of other names are not known everywhere.
 */
function signContent({ middlewareStack }: PutObjectCommand, sha256: Buffer): void {
  middlewareStack.add(
    (next) => (args) => {
      if (hasHeaders(args.request))
        args.request.headers['x-amz-content-sha256'] = sha256.toString('hex')
      return next(args)
    },
    { step: 'build' },
  )
}

const hasHeaders = (request: unknown): request is { headers: Record<string, string> } =>
  typeof request === 'object' && request !== null && 'headers' in request

/** The client retries by itself, except for a stream, which it could not read a second time. */
async function persist(put: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await put()
    } catch (error) {
      if (attempt === tries || !isPassing(error)) throw error
      await wait(200 * attempt)
    }
  }
}

/** A busy bucket, or a broken connection; not a stalled one. */
const isPassing = (error: unknown) =>
  statusOf(error) >= 500 || ['ECONNRESET', 'ECONNREFUSED', 'EPIPE'].includes(codeOf(error))

/** The bucket's status; 0 without a response. */
const statusOf = (error: unknown): number =>
  (error instanceof S3ServiceException && error.$metadata.httpStatusCode) || 0

/** Any refusal by the bucket is the installation's problem, so the phone keeps what it has. */
const away = (error: unknown) =>
  new FilesAway(`The bucket does not take part: ${reasonOf(error)}`, { cause: error })

/** A name with several addresses fails several times, and then has no message of its own. */
const reasonOf = (error: unknown) =>
  error instanceof Error ? [error.name, error.message || codeOf(error)].join(', ') : String(error)

function refusalOf(error: unknown, { name, region, endpoint }: BucketSettings): string {
  const where = endpoint ?? 'AWS'
  const status = statusOf(error)
  if (status === 404) return `there is no bucket ${name} at ${where}`
  if (status === 403) return `${where} does not let us into the bucket ${name}: are the keys right?`
  if (status > 0) return `${where} answered ${status} for ${name}: is it in the region ${region}?`
  return `${where} does not answer: ${reasonOf(error)}`
}
