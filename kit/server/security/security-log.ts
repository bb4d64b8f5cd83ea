import type { Problem } from '#kit/contract/problem.ts'
import type { Clock } from '../http/server.ts'

/** Something no client of ours causes: an attempt to get round. */
export type SecurityEvent = 'session.forbidden' | 'token.forged' | 'link.forged'

const marks = new WeakMap<Problem, SecurityEvent>()

/** For the caller the unchanged problem; for the log marked as an attempt to get round. */
export function markSecurityEvent(problem: Problem, suspicion: SecurityEvent): Problem {
  marks.set(problem, suspicion)
  return problem
}

/** The security event behind a refusal; undefined: none. */
export const securityEventOf = (problem: Problem): SecurityEvent | undefined =>
  // Screens offer only permitted acts: a forbidden call is worth a look.
  marks.get(problem) ?? (problem.code === 'session.forbidden' ? problem.code : undefined)

/** How many lines a minute are logged: enough to see an attack without filling the disk. */
const mostInAMinute = 60

/** Throttles the log, and logs in the next minute how many lines it left out. */
export function rateLimited<Told extends object>(
  warn: (event: Told | { readonly leftOut: number }, what: string) => void,
  clock: Clock,
): (event: Told, what: string) => void {
  let minute = Number.NaN
  let count = 0
  return (event, what) => {
    const now = Math.floor(clock().getTime() / 60_000)
    if (now !== minute) {
      if (count > mostInAMinute) warn({ leftOut: count - mostInAMinute }, 'suspicions')
      minute = now
      count = 0
    }
    count += 1
    if (count <= mostInAMinute) warn(event, what)
  }
}
