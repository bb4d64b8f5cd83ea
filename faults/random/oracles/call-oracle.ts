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
 * No call fails, and all are answered, except during faults. How long a report waits is not judged on a
 * machine that clients, server and database share: the slowest is reported at the end, and how long staff can
 * delay one is measured by `npm run bench`.
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
