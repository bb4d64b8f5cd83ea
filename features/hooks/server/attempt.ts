import { randomInt } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import type { AppDependencies } from '#kit/server/dependencies.ts'
import { type Posted, post } from '#kit/server/outgoing/post.ts'
import { isSuccess, nextTry } from '../domain.ts'
import type { Claimed, Outcome, SendingHook } from './delivery-queries.ts'

type Dependencies = Pick<AppDependencies, 'secrets' | 'clock' | 'outgoing'>

/** How much of a reply is stored, in characters. */
const mostReply = 1000

/**
 * Tries a delivery once. Its headers are those of the Standard Webhooks specification: the id is the same in each attempt,
 * and while a secret is being replaced, both sign.
 * @throws when stopped
 */
export async function attempt(
  { secrets, clock, outgoing }: Dependencies,
  hook: SendingHook,
  { id, messageId, body, tries }: Claimed,
  stopping: AbortSignal,
): Promise<Outcome> {
  const triedAt = clock()
  const began = performance.now()
  const keys = secretsOf(hook, triedAt).map((sealed) => secrets.unseal(sealed))
  const known = keys.filter((key) => key !== undefined)
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Veghe',
    'webhook-id': messageId,
    'webhook-timestamp': String(Math.floor(triedAt.getTime() / 1000)),
    'webhook-signature': known
      .map((key) => new Webhook(key).sign(messageId, triedAt, body))
      .join(' '),
  }
  const posted: Posted | { readonly fault: 'no-secret' } =
    known.length === 0
      ? { fault: 'no-secret' }
      : await post({ url: new URL(hook.address), headers, body, stopping }, outgoing)
  const tookMs = Math.round(performance.now() - began)
  if (posted.fault !== undefined)
    return {
      ...{ id, triedAt, tookMs, status: null, fault: posted.fault, reply: '' },
      dueAt: nextTry(tries + 1, clock(), chance()),
    }
  const { status } = posted
  const reply = posted.reply.replaceAll('\0', '').slice(0, mostReply)
  const dueAt = isSuccess(status) || status === gone ? null : nextTry(tries + 1, clock(), chance())
  return { id, triedAt, tookMs, status, fault: null, reply, dueAt }
}

/** From 0 to 1. */
const chance = () => randomInt(1000) / 1000

/** The receiver wants no more of it. */
export const gone = 410

const secretsOf = (
  { secret, previousSecret, previousUntil }: SendingHook,
  now: Date,
): readonly Buffer[] =>
  previousSecret && previousUntil && previousUntil > now ? [secret, previousSecret] : [secret]
