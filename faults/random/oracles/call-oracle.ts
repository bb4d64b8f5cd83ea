import type { AnyResult } from '../call-result.ts'
import type { Finding } from '../trace.ts'

export type Answered = {
  /** The caller and the call. */
  readonly call: string
  readonly about: readonly string[]
  readonly heard: AnyResult
  /** Whether a fault was active meanwhile. */
  readonly isStruck: boolean
}

/**
 * No call fails, and all are answered, except during faults. Clients, server and database share a machine, so
 * the oracle does not judge how long a report waits: the run prints the slowest. `npm run bench` measures how
 * long staff can delay a report.
 */
export function isAnsweredWell(answered: Answered): Finding[] {
  const { call, about, heard, isStruck } = answered
  const found: Finding[] = []
  if (heard.kind === 'refused' && heard.code === 'server.failed')
    found.push({ oracle: 'no call fails', what: `${call} was answered with 500`, about })
  if (heard.kind === 'unheard' && !isStruck)
    found.push({ oracle: 'every call is answered', what: `${call} was not`, about })
  return found
}
