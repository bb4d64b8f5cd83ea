import { type ParseArgsConfig, parseArgs } from 'node:util'
import type * as z from 'zod'

/**
 * Parses a program's command line.
 * @throws Error that names the unknown argument and refers to the help.
 */
export function readArguments<Options extends ParseArgsConfig>(
  program: string,
  options: Options,
): ReturnType<typeof parseArgs<Options>> {
  try {
    return parseArgs(options)
  } catch (error) {
    const [what = ''] = (error instanceof Error ? error.message : String(error)).split('. ')
    throw misused(program, what)
  }
}

/**
 * Validates options.
 * @throws Error that names the first invalid one, and why.
 */
export function fitting<S extends z.ZodType>(
  program: string,
  schema: S,
  values: object,
): z.output<S> {
  const { success, data, error } = schema.safeParse(values)
  if (success) return data
  const [{ path, message } = { path: [], message: '' }] = error.issues
  throw misused(program, `--${path.join('.')}: ${message}`)
}

/** Reports a wrong invocation of a program. */
export const misused = (program: string, what: string) =>
  new Error(`${what}: npm run ${program} -- --help tells how`)
