import { execFile } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import { Problem } from '#kit/contract/problem.ts'
import { type Files, FilesAway, wholeOf } from './files.ts'

/** What screens show of photographs. */
export type Pictures = {
  /**
   * The picture of a file that is kept, made when it is asked for first; undefined where there can
   * be none.
   * @throws Problem `server.overloaded` when too many wait; FilesAway; or any other Error when no
   *   such file was kept.
   */
  find(sha256: Buffer): Promise<Buffer | undefined>
}

type Making = {
  /** What node runs: a photograph goes in, a picture comes out, or nothing. */
  readonly program: readonly string[]
  readonly logger: Logger
}

/** How long one photograph may take, in milliseconds; on an evening with no time for it, too. */
const longestMs = 30_000

/** No picture that we write is nearly so large. */
const mostBytes = 20_000_000

/** How many wait for theirs, before others are asked to come again. */
const mostWaiting = 100

/** For how long what could not be made is not tried again, in milliseconds. */
const restMs = 600_000

/** Pictures are made one at a time, in a program that gives way to whoever takes reports. */
export function openPictures(files: Files, { program, logger }: Making): Pictures {
  const inTurn = queue(mostWaiting)
  const finding = new Map<string, Promise<Buffer>>()
  const failed = new LRUCache<string, true>({ max: 10_000, ttl: restMs })

  /** Empty when there can be none: that is kept as well, or each look would try anew. */
  const make = async (sha256: Buffer, digest: string): Promise<Buffer> => {
    const photograph = await wholeOf(await files.read(sha256))
    try {
      const picture = await run(program, photograph)
      await keep(sha256, picture)
      return picture
    } catch (error) {
      failed.set(digest, true)
      logger.warn({ digest, reason: error instanceof Error ? error.message : '' }, 'picture')
      return Buffer.alloc(0)
    }
  }
  /** A store that is full or away holds no picture up: it is made again. */
  const keep = (sha256: Buffer, picture: Buffer) =>
    files.keepPicture(sha256, picture).catch((error: unknown) => {
      if (!(error instanceof FilesAway)) throw error
    })
  const look = async (sha256: Buffer, digest: string): Promise<Buffer> => {
    const kept = await files.findPicture(sha256)
    if (kept) return kept
    return failed.has(digest) ? Buffer.alloc(0) : inTurn(() => make(sha256, digest))
  }
  return {
    find: async (sha256) => {
      const digest = sha256.toString('hex')
      // Who asks while it is made waits for the same one.
      const found =
        finding.get(digest) ?? look(sha256, digest).finally(() => finding.delete(digest))
      finding.set(digest, found)
      const picture = await found
      return picture.length > 0 ? picture : undefined
    },
  }
}

/** One after the other, in the order in which they came. */
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

/** Has the program make a picture; empty when it finds no photograph. */
function run(program: readonly string[], photograph: Buffer): Promise<Buffer> {
  const settings = {
    encoding: 'buffer',
    // None of our own variables: there are secrets among them.
    env: {},
    timeout: longestMs,
    killSignal: 'SIGKILL',
    maxBuffer: mostBytes,
    windowsHide: true,
  } as const
  return new Promise((resolve, reject) => {
    const child = execFile(process.execPath, program, settings, (error, picture, said) => {
      if (!error) return resolve(picture)
      const how = error.killed ? 'took too long' : `ended by ${error.signal ?? error.code}`
      reject(new Error(`${how} ${said.toString().slice(0, 500)}`.trim()))
    })
    giveWay(child.pid)
    // It need not read to the end: what came of it is told by how it ended.
    child.stdin?.on('error', () => undefined).end(photograph)
  })
}

/** Reports go first. A system that does not let us leaves it as important as we are. */
function giveWay(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It may also be over already.
  }
}
