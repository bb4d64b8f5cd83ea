import { setTimeout as wait } from 'node:timers/promises'
import type { CallInput, Endpoint } from '#kit/contract/endpoint.ts'
import { addressOf, bodyOf, readReply } from '#kit/contract/wire.ts'
import type { Phone, SentFile } from './rehearsal.ts'

/** A server that did not respond, or is temporarily unavailable. */
class TryLater extends Error {
  override readonly name = 'NotNow'
  readonly retryAfterMs: number

  constructor(retryAfterMs: number, cause?: unknown) {
    super('The server cannot answer now', { cause })
    this.retryAfterMs = retryAfterMs
  }
}

/** A phone's retry policy: what was not acknowledged is sent again, for as long as this. */
export type RetryPolicy = { readonly forMs: number; readonly signal?: AbortSignal }

/**
 * Calls a running server over HTTP as a phone does: what was not acknowledged is retried, on the next of
 * several servers where there are.
 * @throws Problem the server's final refusal; Error when the retries end.
 */
export function phoneAt(url: string | readonly string[], patience: RetryPolicy): Phone {
  const urls = [url].flat()
  let turn = 0
  const at = () => urls[turn % urls.length] ?? ''
  return async (endpoint, sent, token, files = []) => {
    const until = Date.now() + patience.forMs
    for (;;) {
      try {
        const { status, body } = await send(at(), { endpoint, sent, token, files })
        return readReply(endpoint, status, body)
      } catch (error) {
        if (!(error instanceof TryLater) || Date.now() > until || patience.signal?.aborted)
          throw error
        turn += 1
        await wait(error.retryAfterMs)
      }
    }
  }
}

export type SentCall<E extends Endpoint> = {
  readonly endpoint: E
  readonly sent: CallInput<E>
  readonly token?: string | undefined
  readonly files?: readonly SentFile[]
}

async function send<E extends Endpoint>(
  url: string,
  call: SentCall<E>,
): Promise<{ status: number; body: string }> {
  const response = await fetch(url + addressOf(call.endpoint, call.sent), requestOf(call)).catch(
    (error: unknown) => {
      throw new TryLater(300, error)
    },
  )
  const { status } = response
  if (status === 429 || status === 502 || status === 503)
    throw new TryLater(1000 * Number(response.headers.get('retry-after') ?? 1))
  const body = await response.text().catch((error: unknown) => {
    throw new TryLater(300, error)
  })
  return { status, body }
}

/** The request of a call, with more headers. */
export function requestOf<E extends Endpoint>(
  { endpoint, sent, token, files = [] }: SentCall<E>,
  headers: Readonly<Record<string, string>> = {},
): RequestInit {
  const json = bodyOf(endpoint, sent)
  return {
    method: endpoint.method,
    headers: {
      ...headers,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(json !== undefined && { 'content-type': 'application/json' }),
    },
    ...(json !== undefined && { body: json }),
    ...(endpoint.files && { body: formOf((sent as { body: object }).body, files) }),
  }
}

function formOf(fields: object, files: readonly SentFile[]): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined && value !== null) form.append(name, String(value))
  for (const { name, bytes } of files) form.append('files', new Blob([bytes]), name)
  return form
}
