import { phoneAt } from '#apps/cli/phone.ts'
import type { Stage } from '../figure.ts'
import type { RunningServer } from '../server.ts'

/** A staff account, with the data that it acts on. */
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
  /** Prepares without timing, and returns the act. It ends when all follow-up work but the figures is done. */
  prepare(office: StaffContext): Promise<() => Promise<unknown>>
  /** The longest delay of a report, in milliseconds; by default that of any act. */
  readonly mostMs?: number
  /** The longest time until it is done and counted, in seconds. */
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
