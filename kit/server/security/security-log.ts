import type { Problem } from '#kit/contract/problem.ts'
import type { Clock } from '../http/server.ts'

/** What no client of ours comes to: somebody tries to get round. */
export type SecurityEvent = 'session.forbidden' | 'token.forged' | 'link.forged'

const marks = new WeakMap<Problem, SecurityEvent>()

/** The problem, for the caller as it was; for the log marked as an attempt to get round. */
export function markSecurityEvent(problem: Problem, suspicion: SecurityEvent): Problem {
  marks.set(problem, suspicion)
  return problem
}

/** What is to be thought of a call that was refused with this; undefined: nothing. */
export const securityEventOf = (problem: Problem): SecurityEvent | undefined =>
  // Screens offer nobody what they may not: whoever calls it all the same is worth a look.
  marks.get(problem) ?? (problem.code === 'session.forbidden' ? problem.code : undefined)

/** So many lines a minute say what goes on; a storm must not fill the disk with more. */
const mostInAMinute = 60

/** Tells at most so much a minute, and in the next how much it left out. */
export function rateLimited<Told extends object>(
  tell: (told: Told | { readonly leftOut: number }, what: string) => void,
  clock: Clock,
): (told: Told, what: string) => void {
  let minute = Number.NaN
  let count = 0
  return (told, what) => {
    const now = Math.floor(clock().getTime() / 60_000)
    if (now !== minute) {
      if (count > mostInAMinute) tell({ leftOut: count - mostInAMinute }, 'suspicions')
      minute = now
      count = 0
    }
    count += 1
    if (count <= mostInAMinute) tell(told, what)
  }
}
