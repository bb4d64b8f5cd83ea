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
  /** The least it must reach, or the most it may be. */
  readonly least?: number
  readonly most?: number
  /** How long one operation takes: must not grow with the data. */
  readonly ms?: number
  /** Times and rates of this machine, which cannot be compared with another. */
  readonly footnote?: string
}

/** The context of a measurement. */
export type Stage = {
  readonly shape: Shape
  /** How long one run of a measurement takes. */
  readonly seconds: number
  /** The time limit, in seconds, for what runs in steps. */
  readonly atMost: number
  /** Only proves that everything works; the measured values mean nothing. */
  readonly isBrief: boolean
  /** The number of runs, if they alternate with others. */
  readonly rounds: number
  /** The URL of a fresh writable evening; the previous one is dropped. */
  copy(): Promise<string>
  /** The same with a plan, beside the other. */
  copyPlanned(): Promise<string>
  /** The URL of an empty database, on which a server makes a new installation. */
  empty(): Promise<string>
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
