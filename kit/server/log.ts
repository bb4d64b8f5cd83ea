import { type DestinationStream, type Logger, pino } from 'pino'

/** What a log line replaces by a marker. */
const masks: readonly (readonly [RegExp, string])[] = [
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '(token)'],
  [/(\bBearer )[^\s"\\]+/gi, '$1(token)'],
  [/(\/attachments\/\d+\/)[^/\s"\\]+/g, '$1(signature)'],
  [/((?:password|pin|secret|token|code)=)[^&\s"\\]+/gi, '$1(secret)'],
  [/(\\?"(?:password|pin|secret|\w*token)\\?":\s*\\?")[^"\\]+/gi, '$1(secret)'],
  // A phone, as people and URLs write it. A number by itself, such as the time of a line, is none.
  [/(?<!":)(?<![\w.])(?:\+|%2B)?\d(?:(?:[ ()/+-]|%20)?\d){6,}(?!\w)/g, '(digits)'],
]

const mask = (line: string): string =>
  masks.reduce((text, [pattern, mark]) => text.replace(pattern, mark), line)

/** An error's own message. The rows a database adds to it, and the input, are left out. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error)
  const { name, message, stack, cause } = error
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  return {
    name,
    code,
    constraint,
    message,
    stack,
    ...(cause ? { cause: describeError(cause) } : {}),
  }
}

/** One line of JSON per event on standard error. No token, pin, password or phone ever gets into it. */
export const openLog = (
  level: string,
  destination: DestinationStream = pino.destination(2),
): Logger =>
  pino({ level, serializers: { err: describeError }, hooks: { streamWrite: mask } }, destination)
