import { createHash } from 'node:crypto'
import { openSecrets } from '#kit/server/security/secrets.ts'
import { copyInto } from '../data/copy.ts'
import { secret } from '../data/people.ts'
import { electionId, phoneOf } from '../data/shape.ts'

const hours = 12

/** A key that is the same on every machine. */
const sessionId = (of: string) => {
  const hex = createHash('sha256').update(of).digest('hex')
  return [
    [0, 8],
    [8, 12],
    [12, 16],
    [16, 20],
    [20, 32],
  ]
    .map(([a, b]) => hex.slice(a, b))
    .join('-')
}

/** Tokens of the first observers, counted from 0, with sessions as if they had signed in. */
export async function signInObservers(url: string, observers: number): Promise<string[]> {
  const now = new Date()
  const expires = new Date(now.getTime() + hours * 3_600_000)
  const secrets = openSecrets(secret)
  const all = Array.from({ length: observers }, (_, observer) => observer)
  await copyInto(
    url,
    'sessions',
    all.map((one) => ({
      ...{ id: sessionId(`observer ${one}`), electionId, observerId: one + 1 },
      ...{ createdAt: now, expiresAt: expires },
    })),
  )
  return Promise.all(
    all.map((one) =>
      secrets.signToken({ sessionId: sessionId(`observer ${one}`), nth: 0 }, now, expires, {
        sub: phoneOf(one),
        UserType: 'Observer',
        ObserverId: String(one + 1),
      }),
    ),
  )
}

/** A token of a staff user, counted from 1. */
export async function signInStaff(url: string, staffId = 1): Promise<string> {
  const now = new Date()
  const expires = new Date(now.getTime() + hours * 3_600_000)
  const id = sessionId(`staff ${staffId}`)
  const session = { id, staffId, createdAt: now, confirmedAt: now, expiresAt: expires }
  await copyInto(url, 'sessions', [session])
  const claims = { sub: `staff${staffId}`, UserType: 'NgoAdmin' }
  return openSecrets(secret).signToken({ sessionId: id, nth: 0 }, now, expires, claims)
}
