import { type RawBuilder, sql } from 'kysely'
import { vi } from 'vitest'
import { aiud, answerOf, send } from '#features/answers/server/testing.ts'
import { observers } from '#features/observers/contract.ts'
import type { ProblemCode } from '#kit/contract/problem.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { CallSections } from '../calls/requests.ts'
import type { Places } from '../evening/election.ts'
import { pollOptions } from '../polling.ts'
import type { Stage, TestFile } from '../stage.ts'

/** A call that is refused although its caller may call the endpoint. */
export type RefusedCall = CallSections & { readonly files?: readonly TestFile[] }

/** Prepares a stage on which the call is refused, and makes the call. */
export type RefusalCase = {
  /** A stage of its own, with these places. */
  readonly places?: Places
  readonly call: (cast: Stage) => RefusedCall | Promise<RefusedCall>
}

/** By the call's name, then by the problem. */
export type RefusalCases = Readonly<
  Record<string, Readonly<Partial<Record<ProblemCode, RefusalCase>>>>
>

export const refusalCase = (call: RefusalCase['call'], places?: Places): RefusalCase => ({
  call,
  ...(places && { places }),
})

/** An id that no table has. */
export const unknownId = 77_777

export const noSuch = {
  ofParams: refusalCase(() => ({ params: { id: unknownId } })),
  ofBody: refusalCase(() => ({ body: { id: unknownId } })),
  ofQuery: refusalCase(() => ({ query: { id: unknownId } })),
}

export const csv = (name: string, text: string) => [{ name, bytes: Buffer.from(text) }]
export const tooLarge = (bytes: number) => [{ name: 'film.mp4', bytes: Buffer.alloc(bytes + 1) }]

export const importTooLarge = {
  'request.too-large': refusalCase(() => ({ body: {}, files: tooLarge(20_000_000) })),
} as const

/** Bogdan answers a question of form A, which is returned. */
export const seen = async (cast: Stage) => {
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))
  return cast.field.formId('A')
}

/** Runs a concurrent act, which commits once a transaction waits for it. */
export async function meanwhile({ database }: Stage, act: RawBuilder<unknown>): Promise<void> {
  let isDone = () => {}
  const done = new Promise<void>((resolve) => {
    isDone = resolve
  })
  void database.write(async (tx) => {
    await act.execute(tx)
    isDone()
    await vi.waitFor(async () => {
      const { rows } = await sql`select from pg_locks where not granted`.execute(database.primary)
      if (rows.length === 0) throw new Error('No transaction waits yet')
    }, pollOptions)
  })
  await done
}

/** An observer of the cast, by a part of the name. */
export async function observerNamed({ ana }: Stage, name: string): Promise<Id<'observers'>> {
  return (await ana.call(observers.list, { query: { name } })).data[0]!.id
}
