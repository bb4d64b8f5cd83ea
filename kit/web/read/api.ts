import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { CallInput, Endpoint, Reply } from '#kit/contract/endpoint.ts'
import { Problem } from '#kit/contract/problem.ts'
import { addressOf, bodyOf, readReply, splitPersonal } from '#kit/contract/wire.ts'
import { hasUnsavedWork } from '../edit/unsaved-work.ts'
import { language } from '../language.ts'
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
    // The first screen is drawn once, with what it shows, where that has come by then.
    initialData: () => readPrefetched(endpoint, sent),
  })

function readPrefetched<E extends Endpoint>(endpoint: E, sent: CallInput<E>): Reply<E> | undefined {
  const body = takePrefetchedBody(addressOf(endpoint, sent), currentToken())
  hearBeginning(prefetchedDate())
  try {
    return body === undefined ? undefined : readReply(endpoint, 200, body)
  } catch {
    // Another version of the server wrote it: it is asked again, and what it says told as ever.
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
 * Anything but a GET: `const add = useWrite(observers.add, { touches: [observers.list] })`. What is
 * touched is read again afterwards; where somebody else has changed the same meanwhile, before the
 * refusal is told, so that both sides are there to be shown.
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
 * Sends a call as whoever is signed in; with a file where the endpoint takes one.
 * @throws Problem whatever it was refused with, or that nothing answered.
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
 * The bare response, for replies that are streams. A 401 ends the session that asked. Where one has
 * to prove first who one is, one is asked to, and the call is made again: no page knows of it.
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
        // Of a form the browser says it, with the mark that parts its fields.
        ...(json !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body }),
      ...(signal && { signal }),
    }).catch(unreachable)
    // What was asked for early has lain there for a while; this has just come.
    syncClock(reply)
    return reply
  }
  const response = early ?? (await ask())
  hearBeginning(response.headers.get('date'))
  // Somebody else may have signed in while the answer was on its way.
  if (response.status === 401 && token === currentToken()) endSession()
  const mustProve = response.status === 403 && (await isUnconfirmed(response))
  return mustProve && (await askToConfirm()) ? send(endpoint, sent, signal, file) : response
}

/** Whoever has something else to do first is led there. */
async function isUnconfirmed(response: Response): Promise<boolean> {
  const said = await response.clone().text()
  if (said.includes('session.owes')) goToFirst()
  return said.includes('session.unconfirmed')
}

/** Seldom in the middle of a session: somebody's second factor was taken away. */
function goToFirst(): void {
  if (!hasUnsavedWork()) window.location.assign('/first')
}

/** The fields first: the server decides by them what it does with the file. */
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
