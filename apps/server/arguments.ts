import { type ParseArgsConfig, parseArgs } from 'node:util'

/**
 * What a program was told on the command line.
 * @throws Error that says what it does not know, and where to read what it does.
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

/** Says what is wrong with how a program was called. */
export const misused = (program: string, what: string) =>
  new Error(`${what}: npm run ${program} -- --help tells how`)
