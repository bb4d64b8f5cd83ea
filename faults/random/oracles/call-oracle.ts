import type { Came } from '../calls.ts'
import type { Finding } from '../trace.ts'

export type Answered = {
  /** Who called what. */
  readonly call: string
  readonly about: readonly string[]
  readonly heard: Came
  /** Whether it is an observer's phone that waits. */
  readonly isReport: boolean
  /** Whether something was being killed meanwhile. */
  readonly isStruck: boolean
}

/**
 * What a report may take, in milliseconds, while twenty-four clients, the server and the database share
 * this machine's processors; how long staff can hold one up is measured by `npm run bench`.
 */
const mostReportMs = 5000

/** No call fails, all are answered, and reports are not held up; what falls excuses the latter two. */
export function isAnsweredWell(answered: Answered): Finding[] {
  const { call, about, heard, isReport, isStruck } = answered
  const ms = heard.to - heard.from
  const found: Finding[] = []
  if (heard.kind === 'refused' && heard.code === 'server.failed')
    found.push({ oracle: 'no call fails', what: `${call} was answered with 500`, about })
  if (heard.kind === 'unheard' && !isStruck)
    found.push({ oracle: 'every call is answered', what: `${call} was not`, about })
  if (isReport && !isStruck && ms > mostReportMs)
    found.push({ oracle: 'reports are not held up', what: `${call} took ${ms} ms`, about })
  return found
}
