import { setTimeout as wait } from 'node:timers/promises'
import { hash, verify } from '@node-rs/argon2'
import { openDoor, type Rank } from './door.ts'

/**
 * One at a time: a hash keeps a processor busy for some 30 ms, and reports need it as well. In each
 * line no more wait than are done before somebody would give up.
 */
const door = openDoor({ atOnce: 1, most: 100 })

/** How long the last hashes took, in milliseconds; the first is measured when it is needed. */
const lately: number[] = []
const remembered = 16

/** argon2id with OWASP's parameters: 19 MiB, two passes. On the thread pool, never on the loop. */
const hashNow = (password: string): Promise<string> =>
  hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })

/**
 * Hashes a password, for whoever may choose one.
 * @throws Problem `server.overloaded` when too many wait for that
 */
export const hashPassword = (password: string): Promise<string> =>
  door.pass('known', () => timed(() => hashNow(password)))

/**
 * Does the password fit the hash? Without a hash (there is no such account) it takes as long to say no,
 * so that nobody learns which accounts exist: it stands in the same line, and keeps its place at the head
 * for as long as one of the last hashes took. Only nothing is hashed: made-up names cost no processor.
 * @throws Problem `server.overloaded` when too many of this rank wait
 */
export async function isPassword(
  password: string,
  known: string | undefined,
  rank: Rank = 'known',
): Promise<boolean> {
  if (known !== undefined) return door.pass(rank, () => timed(() => verify(known, password)))
  return door.pass(rank, async () => {
    if (lately.length === 0) await timed(() => hashNow(password))
    else await wait(lately[Math.floor(Math.random() * lately.length)])
    return false
  })
}

async function timed<T>(work: () => Promise<T>): Promise<T> {
  const from = performance.now()
  const done = await work()
  lately.push(performance.now() - from)
  if (lately.length > remembered) lately.shift()
  return done
}
