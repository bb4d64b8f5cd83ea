import { type ChildProcess, execFile } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import { Problem } from '#kit/contract/problem.ts'
import { type RequestedRange, resolveRange } from './byte-range.ts'
import { chunksOf, type FileIdentity, type FileRead, type Files, FilesAway } from './files.ts'

/** The type of a rendition, by file extension: a picture, or a film or a sound. */
export type RenditionKind = 'jpg' | FilmKind
export type FilmKind = 'mp4' | 'webm' | 'm4a' | 'mp3' | 'ogg' | 'wav'

/** The renditions that screens show of attachments. */
export type Renditions = {
  /**
   * The rendition of a stored file, or the requested range of it; made on first request. Undefined if
   * there can be none.
   * @throws Problem `server.overloaded` when too many wait, `attachment.missing`; or FilesAway.
   */
  find(
    file: FileIdentity,
    kind: RenditionKind,
    wanted?: RequestedRange,
  ): Promise<FileRead | undefined>
}

/** A node program: the original on standard input, the rendition on standard output, or nothing. */
export type RenditionProgram = {
  /** The type is appended as an argument. */
  readonly command: readonly string[]
  /** The time limit for one, in milliseconds; also on an evening when the machine is busy. */
  readonly longestMs: number
}

type RenditionContext = { readonly program: RenditionProgram; readonly logger: Logger }

/** A rendition is no larger than the original, except for its index, and that is 50 MB at most. */
const mostBytes = 60_000_000

/** The program's heap limit in addition to the file itself, in megabytes. */
const mostHeap = 384

/** How many requests wait, before others are told to retry. */
const mostWaiting = 100

/** How long a failed rendition is not retried, in milliseconds. */
const restMs = 600_000

/** Renditions are made one at a time, in a program of lower priority than reports. */
export function openRenditions(files: Files, { program, logger }: RenditionContext): Renditions {
  const inTurn = queue(mostWaiting)
  const making = new Map<string, Promise<Buffer | undefined>>()
  const failed = new LRUCache<string, true>({ max: 10_000, ttl: restMs })

  const expectFile = async (file: FileIdentity): Promise<FileRead> => {
    const sent = await files.find(file)
    if (sent) return sent
    logger.error({ digest: file.sha256.toString('hex') }, 'an attachment is missing')
    throw new Problem('attachment.missing')
  }
  /** The rendition if it could not be stored; otherwise it is in its store. */
  const make = async (file: FileIdentity, kind: RenditionKind): Promise<Buffer | undefined> => {
    const { sha256 } = file
    const digest = sha256.toString('hex')
    const sent = await expectFile(file)
    try {
      const rendition = await run(program, kind, sent)
      // Empty when there can be none: that is stored as well, or each view would retry.
      return (await keep(sha256, rendition)) ? undefined : rendition
    } catch (error) {
      if (error instanceof FilesAway) throw error
      failed.set(digest, true)
      logger.warn({ digest, reason: error instanceof Error ? error.message : '' }, 'rendition')
      return Buffer.alloc(0)
    }
  }
  /** A full or unreachable store does not block the reader: the rendition is made again next time. */
  const keep = async (sha256: Buffer, rendition: Buffer): Promise<boolean> => {
    try {
      await files.keepRendition(sha256, rendition)
      return true
    } catch (error) {
      if (error instanceof FilesAway) return false
      throw error
    }
  }
  return {
    find: async (file, kind, wanted) => {
      const { sha256 } = file
      const digest = sha256.toString('hex')
      const kept = await files.findRendition(sha256, wanted)
      if (kept) return unlessEmpty(kept)
      if (failed.has(digest)) return undefined
      // Requests while it is made wait for the same one.
      const made =
        making.get(digest) ?? inTurn(() => make(file, kind)).finally(() => making.delete(digest))
      making.set(digest, made)
      const inHand = await made
      const found = inHand ? inMemory(inHand, wanted) : await files.findRendition(sha256, wanted)
      return found && unlessEmpty(found)
    },
  }
}

const unlessEmpty = (found: FileRead) => (found.sizeBytes > 0 ? found : undefined)

function inMemory(rendition: Buffer, wanted: RequestedRange | undefined): FileRead {
  const part = resolveRange(wanted, rendition.length)
  const bytes = part ? rendition.subarray(part.first, part.last + 1) : rendition
  return { sizeBytes: rendition.length, stream: Readable.from([bytes]), range: part }
}

/** One after the other, first in, first out. */
function queue(most: number) {
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    if (waiting === most) throw new Problem('server.overloaded', { retryAfterSeconds: 5 })
    waiting += 1
    const done = last.then(work).finally(() => {
      waiting -= 1
    })
    last = done.catch(() => undefined)
    return done
  }
}

/** Runs the program for a rendition; empty when it finds nothing to show. */
function run(
  { command, longestMs }: RenditionProgram,
  kind: RenditionKind,
  sent: FileRead,
): Promise<Buffer> {
  const settings = {
    encoding: 'buffer',
    // None of our own environment variables: there are secrets among them.
    env: {},
    timeout: longestMs,
    killSignal: 'SIGKILL',
    maxBuffer: mostBytes,
    windowsHide: true,
  } as const
  return new Promise((resolve, reject) => {
    const args = [`--max-old-space-size=${mostHeap}`, ...command, kind]
    const child = execFile(process.execPath, args, settings, (error, rendition, output) => {
      if (!error) return resolve(rendition)
      const how = error.killed ? 'took too long' : `ended by ${error.signal ?? error.code}`
      reject(new Error(`${how} ${output.toString().slice(0, 500)}`.trim()))
    })
    lowerPriority(child.pid)
    pipeTo(sent, child).catch(reject)
  })
}

/** The program need not read to the end: its exit status tells the result. */
async function pipeTo(sent: FileRead, child: ChildProcess): Promise<void> {
  try {
    if (child.stdin) await pipeline(chunksOf(sent), child.stdin)
  } catch (error) {
    if (!(error instanceof FilesAway)) return
    child.kill('SIGKILL')
    throw error
  }
}

/** Reports go first. A system that does not allow it keeps our own priority. */
function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It may also have exited already.
  }
}
