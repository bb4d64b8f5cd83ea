import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { CallInput, Endpoint, Reply } from '#kit/contract/endpoint.ts'
import { Problem } from '#kit/contract/problem.ts'
import { addressOf, bodyOf, readReply, splitPersonal } from '#kit/contract/wire.ts'
import { hasUnsavedWork } from '../edit/unsaved-work.ts'
import { language } from '../language.ts'
import { loadSentences } from '../problems.ts'
import { askToConfirm } from '../session/confirmation.ts'
import { currentToken, endSession } from '../session/session.ts'
import { hearBeginning, syncClock } from './clock.ts'
import { forgeryMark } from './forgery.ts'
import { prefetchedDate, takePrefetched, takePrefetchedBody } from './prefetch.ts'

/** Query key prefix of an endpoint. */
export const keyOf = ({ method, path }: Endpoint) => `${method} ${path}`

/** A GET, as something a page reads: `useQuery(read(answers.list, { query }))`. */
export const read = <E extends Endpoint & { method: 'GET' }>(endpoint: E, sent: CallInput<E>) =>
  queryOptions<Reply<E>, Problem>({
    queryKey: [keyOf(endpoint), sent],
    queryFn: ({ signal }) => call(endpoint, sent, signal),
    // The first screen is drawn once, with its data, where that has arrived by then.
    initialData: () => readPrefetched(endpoint, sent),
  })

function readPrefetched<E extends Endpoint>(endpoint: E, sent: CallInput<E>): Reply<E> | undefined {
  const body = takePrefetchedBody(addressOf(endpoint, sent), currentToken())
  hearBeginning(prefetchedDate())
  try {
    return body === undefined ? undefined : readReply(endpoint, 200, body)
  } catch {
    // Another version of the server wrote it: it is fetched again, and its failure shown as usual.
    return undefined
  }
}

/**
 * Invalidates everything read from these endpoints: what is on screen is refetched, and the promise resolves
 * once that is done.
 */
export function useTouch() {
  const client = useQueryClient()
  return async (...endpoints: readonly Endpoint[]): Promise<void> => {
    const again = endpoints.map((one) => client.invalidateQueries({ queryKey: [keyOf(one)] }))
    await Promise.all(again)
  }
}

/**
 * Resolves once the data that a write touched has been read again: until then its button is beside old data, and a second
 * click would repeat it.
 */
export function useUntilRead() {
  const client = useQueryClient()
  return async (...endpoints: readonly Endpoint[]): Promise<void> => {
    const reads = endpoints.map((one) =>
      client.refetchQueries(
        { queryKey: [keyOf(one)], type: 'active', fetchStatus: 'fetching' },
        { cancelRefetch: false },
      ),
    )
    await Promise.all(reads)
  }
}

/**
 * Anything but a GET: `const add = useWrite(observers.add, { touches: [observers.list] })`. Touched queries
 * are refetched afterwards; after an edit conflict, before the refusal is shown, so that both sides are
 * available.
 */
export function useWrite<E extends Endpoint>(
  endpoint: E,
  { touches }: { touches: readonly Endpoint[] },
) {
  const touch = useTouch()
  return useMutation<Reply<E>, Problem, CallInput<E>>({
    mutationFn: (sent) => call(endpoint, sent),
    onSuccess: () => {
      void touch(...touches)
    },
    onError: ({ code }) => (code === 'thing.changed-meanwhile' ? touch(...touches) : undefined),
  })
}

/**
 * Sends a call as the signed-in user; with a file where the endpoint takes one.
 * @throws Problem its refusal, or that there was no response.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  sent: CallInput<E>,
  signal?: AbortSignal,
  file?: File,
): Promise<Reply<E>> {
  const response = await send(endpoint, sent, signal, file)
  return readReply(endpoint, response.status, await response.text().catch(unreachable))
}

/**
 * The bare response, for replies that are streams. A 401 ends the session it was sent in. If a proof of
 * identity is required, the user is asked for it, and the call is repeated: no page needs to know.
 */
export async function send<E extends Endpoint>(
  endpoint: E,
  sent: CallInput<E>,
  signal?: AbortSignal,
  file?: File,
): Promise<Response> {
  const token = currentToken()
  const json = bodyOf(endpoint, sent)
  const body = file ? formOf(endpoint, sent, file) : json
  const { address, headers } = splitPersonal(endpoint, sent)
  const isRead = endpoint.method === 'GET'
  const early = isRead ? await takePrefetched(addressOf(endpoint, sent), token) : undefined
  const ask = async () => {
    const reply = await fetch(address, {
      method: endpoint.method,
      headers: {
        'accept-language': language,
        ...headers,
        ...forgeryMark(endpoint.method),
        ...(token && { authorization: `Bearer ${token}` }),
        // For a form the browser sets it, with the boundary.
        ...(json !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body }),
      ...(signal && { signal }),
      ...(endpoint.outlivesPage && { keepalive: true }),
    }).catch(unreachable)
    // A prefetched reply may be old; this one has just arrived.
    syncClock(reply)
    return reply
  }
  const response = early ?? (await ask())
  hearBeginning(response.headers.get('date'))
  // Another user may have signed in while the request was running.
  if (response.status === 401 && token === currentToken()) endSession()
  if (isRefusal(response)) await loadSentences()
  const mustProve = response.status === 403 && (await isUnconfirmed(response))
  return mustProve && (await askToConfirm()) ? send(endpoint, sent, signal, file) : response
}

/** Refused because of what was asked, and not because of who asks or how much there is to do. */
const isRefusal = ({ status }: Response) =>
  status >= 400 && status < 500 && ![401, 403, 429].includes(status)

/** A user with another pending duty is redirected to it. */
async function isUnconfirmed(response: Response): Promise<boolean> {
  const text = await response.clone().text()
  if (text.includes('session.owes')) goToFirst()
  return text.includes('session.unconfirmed')
}

/** Rare in the middle of a session: the account's second factor was removed. */
function goToFirst(): void {
  if (!hasUnsavedWork()) window.location.assign('/first')
}

/** Fields first: the server needs them to decide what to do with the file. */
function formOf<E extends Endpoint>(endpoint: E, sent: CallInput<E>, file: File): FormData {
  const { body = {} } = sent as { readonly body?: Readonly<Record<string, unknown>> }
  const form = new FormData()
  for (const [name, value] of Object.entries(body))
    if (value !== undefined) form.append(name, String(value))
  form.append(endpoint.files?.name ?? 'file', file)
  return form
}

function unreachable(failure: unknown): never {
  if (failure instanceof DOMException && failure.name === 'AbortError') throw failure
  throw new Problem('server.unavailable', { retryAfterSeconds: 1 })
}
