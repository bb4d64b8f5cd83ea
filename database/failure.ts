/** PostgreSQL's code of a failed statement, such as `23505`; empty for any other error. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : ''
}

const away = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  '55P03',
  '53300',
  '25006',
  '3D000',
]

/** A database that is starting, stopping, gone, refuses us, or is too busy to give us a connection. */
export function isAway(error: unknown): boolean {
  const code = codeOf(error)
  return (
    away.includes(code) ||
    code.startsWith('08') ||
    code.startsWith('28') ||
    code.startsWith('57P') ||
    (error instanceof Error &&
      /timeout exceeded when trying to connect|timeout expired|Connection terminated|not queryable/.test(
        error.message,
      ))
  )
}

/** A deadlock or a serialisation failure: a retry may well succeed. */
export const isPassing = (error: unknown): boolean => ['40001', '40P01'].includes(codeOf(error))

/** Another transaction is in the way: a conflict with it, or too long a wait for its lock. */
export const isBlocked = (error: unknown): boolean =>
  isPassing(error) || ['55P03', '57014'].includes(codeOf(error))

/** A referenced row was deleted between lookup and write: looked up again, it is missing. */
export const isOrphaned = (error: unknown): boolean => codeOf(error) === '23503'

/** It has no room for another connection: one may be released soon. */
export const isFull = (error: unknown): boolean => codeOf(error) === '53300'

/** It had no time for a statement (57014), or no room on its disk or in its memory (class 53). */
export const isSpent = (error: unknown): boolean =>
  codeOf(error) === '57014' || codeOf(error).startsWith('53')
