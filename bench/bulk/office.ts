import { phoneAt } from '#apps/cli/phone.ts'
import type { Stage } from '../figure.ts'
import type { RunningServer } from '../server.ts'

/** A staff user, with everything they can act on. */
export type StaffContext = {
  readonly stage: Stage
  /** Of the database. */
  readonly url: string
  readonly server: RunningServer
  readonly token: string
  /** Of the observers, in order. */
  readonly tokens: readonly string[]
}

/** An act on very many rows at once. */
export type Act = {
  readonly what: string
  /** Prepares, unmeasured, and returns the act. It ends when everything that follows from it is done, except the figures. */
  prepare(office: StaffContext): Promise<() => Promise<unknown>>
  /** The longest that it may delay a report, in milliseconds; undefined: as any act of staff. */
  readonly mostMs?: number
  /** How long it may take until all of it is done and counted, in seconds. */
  readonly countedWithin?: number
  /** Refusals that are part of the act. */
  readonly mayRefuse?: RegExp
}

export const callOf = ({ server, token }: StaffContext) => {
  const phone = phoneAt(server.url, { forMs: 60_000 })
  return <E extends Parameters<typeof phone>[0]>(
    endpoint: E,
    sent: Parameters<typeof phone<E>>[1],
    file?: string,
  ) => phone(endpoint, sent, token, file === undefined ? [] : [fileOf(file)])
}

const fileOf = (text: string) => ({ name: 'list.csv', bytes: Buffer.from(text) })
