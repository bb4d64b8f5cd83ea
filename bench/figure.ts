import type { Shape } from './data/shape.ts'
import type { RunningServer } from './server.ts'

/** `×`: a ratio. */
export const units = ['×', '/s', 's', 'ms', 'MB', 'kB', 'screens', 'reports'] as const
type Unit = (typeof units)[number]

/** One row of the table. */
export type Figure = {
  /** Of the table. */
  readonly number: number
  readonly what: string
  readonly value: number
  readonly unit: Unit
  /** What it must reach, or must not pass. */
  readonly least?: number
  readonly most?: number
  /** How long one of what is measured takes: what must not grow with the data. */
  readonly ms?: number
  /** Times and rates of this machine, which say nothing of another. */
  readonly footnote?: string
}

/** What a measurement is given. */
export type Stage = {
  readonly shape: Shape
  /** How long one run of whatever is measured takes. */
  readonly seconds: number
  /** How long, in seconds, something that goes on in steps is looked at. */
  readonly atMost: number
  /** So many runs, if they are to go by turns with something else's. */
  readonly rounds: number
  /** The address of an evening of its own, to be written to; the one before is gone. */
  copy(): Promise<string>
  /** Starts a server on a database. */
  start(databaseUrl: string, environment?: Readonly<Record<string, string>>): Promise<RunningServer>
  /** Runs another of our programs on a database, to its end. */
  run(
    program: string,
    args: readonly string[],
    databaseUrl: string,
    environment?: Readonly<Record<string, string>>,
  ): Promise<void>
  /** Builds the web app beside the server, which then serves it as well. */
  buildWeb(): Promise<void>
}
