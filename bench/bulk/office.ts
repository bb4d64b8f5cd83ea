import { setTimeout as pause } from 'node:timers/promises'
import { phoneAt } from '#apps/cli/phone.ts'
import { query } from '../cluster.ts'
import type { Stage } from '../figure.ts'
import type { RunningServer } from '../server.ts'

/** Somebody of the staff, with all that they may do something to. */
export type StaffContext = {
  readonly stage: Stage
  /** Of the database. */
  readonly url: string
  readonly server: RunningServer
  readonly token: string
  /** Of the observers, in their order. */
  readonly tokens: readonly string[]
}

/** Something that is done to very many rows at once. */
export type Act = {
  readonly what: string
  /** Makes ready what is no part of it. It is over when all that it leads to is done. */
  prepare(office: StaffContext): Promise<() => Promise<unknown>>
  /** What is refused because the act says so. */
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

/** Until the database says that nothing of it is left to be done. */
export async function until(url: string, isDone: string): Promise<void> {
  while (!(await query(url, `select (${isDone}) as done`))[0]?.['done']) await pause(200)
}
