import type { Db, Tx } from '#database/open.ts'
import type { Answer, Reply } from '#kit/contract/endpoint.ts'
import { asOfHeader } from '#kit/contract/figures.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { Scope } from '#kit/contract/who.ts'
import { findAsOf } from '../projections/mark.ts'
import { type JsonEndpoint, ReplyWithHeaders } from './reply.ts'
import type { Server } from './server.ts'

/** What a handler may return. */
export type Answered<E extends JsonEndpoint> = Answer<E> | ReplyWithHeaders<Answer<E>> | Problem
/** The reply that is sent. */
export type Sent<E extends JsonEndpoint> = Reply<E> | ReplyWithHeaders<Reply<E>> | Problem

type Reading = { readonly db: Db | Tx; readonly scope: Scope | undefined }

/**
 * Runs a handler. If its reply has figures, adds the moment up to which they are counted. It reads that first, on the
 * same handle: figures may be newer than that moment, never older.
 */
export async function withAsOf<E extends JsonEndpoint>(
  { clock }: Pick<Server, 'clock'>,
  endpoint: E,
  { db, scope }: Reading,
  handle: () => Promise<Answered<E>>,
): Promise<Sent<E>> {
  if (!endpoint.hasFigures || !scope) return (await handle()) as Sent<E>
  const asOf = await findAsOf(db, scope.electionId, clock())
  const answered = await handle()
  if (answered instanceof Problem) return answered
  const { reply, headers } =
    answered instanceof ReplyWithHeaders ? answered : { reply: answered, headers: {} }
  const body = reply as Reply<E>
  return Array.isArray(body)
    ? new ReplyWithHeaders(body, { ...headers, [asOfHeader]: asOf.toISOString() })
    : new ReplyWithHeaders({ ...(body as object), asOf } as Reply<E>, headers)
}
