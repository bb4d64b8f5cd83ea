import { type DestinationStream, type Logger, pino } from 'pino'

/** What may stand in a line of the log only as a mark that it was there. */
const masks: readonly (readonly [RegExp, string])[] = [
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '(token)'],
  [/(\bBearer )[^\s"\\]+/gi, '$1(token)'],
  [/(\/attachments\/\d+\/)[^/\s"\\]+/g, '$1(signature)'],
  [/((?:password|pin|secret|token|code)=)[^&\s"\\]+/gi, '$1(secret)'],
  [/(\\?"(?:password|pin|secret|\w*token)\\?":\s*\\?")[^"\\]+/gi, '$1(secret)'],
  // A phone, as people and addresses write it. A number that stands by itself, such as the time of
  // a line, is none.
  [/(?<!":)(?<![\w.])(?:\+|%2B)?\d(?:(?:[ ()/+-]|%20)?\d){6,}(?!\w)/g, '(digits)'],
]

const mask = (line: string): string =>
  masks.reduce((text, [pattern, mark]) => text.replace(pattern, mark), line)

/** What an error says of itself. The rows a database adds to it, and what was sent, stay outside. */
function tellError(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error)
  const { name, message, stack, cause } = error
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  return { name, code, constraint, message, stack, ...(cause ? { cause: tellError(cause) } : {}) }
}

/**
 * One line of JSON per event on standard error. Whatever is logged: no token, pin or password gets
 * there, and no phone.
 */
export const openLog = (
  level: string,
  destination: DestinationStream = pino.destination(2),
): Logger =>
  pino({ level, serializers: { err: tellError }, hooks: { streamWrite: mask } }, destination)
