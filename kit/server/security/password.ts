import { setTimeout as wait } from 'node:timers/promises'
import { hash, verify } from '@node-rs/argon2'
import { openQueue, type Rank } from '../load/queue.ts'

/** The slow functions; a test brings its own. */
type PasswordHasher = {
  readonly hash: (password: string) => Promise<string>
  readonly verify: (known: string, password: string) => Promise<boolean>
  readonly wait: (ms: number) => Promise<unknown>
  readonly now: () => number
}

/** How many recent hash durations are kept. */
const remembered = 16

/**
 * Passwords are hashed and compared one at a time: a hash keeps a processor busy for some 30 ms, and reports
 * need it as well. A rank's queue is no longer than its callers can wait for.
 */
export function openPasswords(slow: PasswordHasher) {
  const queue = openQueue({ atOnce: 1, most: 100 })
  /** How long the last hashes took, in milliseconds; the first is measured on demand. */
  const lately: number[] = []
  const timed = async <T>(work: () => Promise<T>): Promise<T> => {
    const from = slow.now()
    const done = await work()
    lately.push(slow.now() - from)
    if (lately.length > remembered) lately.shift()
    return done
  }
  /**
   * Without a hash (unknown account) a refusal takes as long, so that callers cannot find out which accounts exist. It
   * waits in the same queue, and occupies it for as long as a recent hash took. It hashes nothing: made-up names cost
   * no processor time.
   */
  const compare = async (password: string, known: string | undefined): Promise<boolean> => {
    if (known !== undefined) return timed(() => slow.verify(known, password))
    if (lately.length === 0) await timed(() => slow.hash(password))
    else await slow.wait(lately[Math.floor(Math.random() * lately.length)] ?? 0)
    return false
  }
  return {
    /**
     * Hashes a new password.
     * @throws Problem `server.overloaded` when too many new passwords wait
     */
    hashPassword: (password: string): Promise<string> =>
      queue.run('known staff', () => timed(() => slow.hash(password))),

    /**
     * Does the password match the hash?
     * @throws Problem `server.overloaded` when too many of this rank wait
     */
    isPassword: (
      password: string,
      known: string | undefined,
      rank: Rank = 'known staff',
    ): Promise<boolean> => queue.run(rank, () => compare(password, known)),

    /**
     * Compares in two steps, for attempts that are counted before the comparison. A full queue refuses the caller before
     * the attempt is counted, so that a retry cannot lock the account.
     * @throws Problem `server.overloaded` when too many of this rank wait
     */
    comparing: async <T>(
      rank: Rank,
      work: (
        isPassword: (password: string, known: string | undefined) => Promise<boolean>,
      ) => Promise<T>,
    ): Promise<T> => {
      const leave = await queue.keepPlace(rank)
      try {
        return await work((password, known) => queue.serve(rank, () => compare(password, known)))
      } finally {
        leave()
      }
    },
  }
}

export const { hashPassword, isPassword, comparing } = openPasswords({
  /** argon2id with OWASP's parameters: 19 MiB, two passes. On the thread pool, never on the event loop. */
  hash: (password) => hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 }),
  verify: (known, password) => verify(known, password),
  wait: (ms) => wait(ms),
  now: () => performance.now(),
})
