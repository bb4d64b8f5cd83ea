import { useEffect, useRef, useState } from 'react'

/** How much of a response is shown, in characters; an event stream never ends by itself. */
const mostShown = 200_000

export type ApiReply = {
  readonly status: number
  readonly statusText: string
  readonly headers: readonly (readonly [string, string])[]
  readonly mediaType: string
  /** Time to the first byte, in milliseconds. */
  readonly ms: number
  /** The text of the response so far. */
  readonly text: string
  readonly isCut: boolean
  /** A response that is no text. */
  readonly file: Blob | undefined
}

export type Sending =
  | { readonly is: 'idle' }
  | { readonly is: 'pending'; readonly answer?: ApiReply }
  | { readonly is: 'done'; readonly answer: ApiReply }
  | { readonly is: 'unreachable' }

/** Sends one request at a time and shows its response as it arrives, outside any session. */
export function useSending() {
  const [state, setState] = useState<Sending>({ is: 'idle' })
  const current = useRef<AbortController>(undefined)
  useEffect(() => () => current.current?.abort(), [])

  const send = async (address: string, request: RequestInit) => {
    current.current?.abort()
    const controller = new AbortController()
    current.current = controller
    const show = (next: Sending) => current.current === controller && setState(next)
    show({ is: 'pending' })
    try {
      await receive(address, { ...request, signal: controller.signal }, show)
    } catch {
      if (!controller.signal.aborted) show({ is: 'unreachable' })
    }
  }
  /** Keeps the part that has arrived. */
  const stop = () => {
    current.current?.abort()
    setState((was) =>
      was.is === 'pending' && was.answer ? { is: 'done', answer: was.answer } : { is: 'idle' },
    )
  }
  return { state, send, stop }
}

async function receive(
  address: string,
  request: RequestInit,
  show: (state: Sending) => void,
): Promise<void> {
  const from = performance.now()
  const response = await fetch(address, request)
  const begun = answerOf(response, Math.round(performance.now() - from))
  if (!/^text\/|json/.test(begun.mediaType)) {
    const file = await response.blob()
    return show({ is: 'done', answer: { ...begun, file: file.size > 0 ? file : undefined } })
  }
  let answer = begun
  for await (const text of readText(response)) {
    const all = answer.text + text
    answer = { ...answer, text: all.slice(0, mostShown), isCut: all.length > mostShown }
    show({ is: 'pending', answer })
    if (answer.isCut) break
  }
  show({ is: 'done', answer })
}

/** The chunks of a body, in order; leaving early cancels the rest. */
async function* readText(response: Response): AsyncGenerator<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  if (!reader) return
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

const answerOf = (response: Response, ms: number): ApiReply => ({
  status: response.status,
  statusText: response.statusText,
  headers: [...response.headers],
  mediaType: response.headers.get('content-type') ?? '',
  ms,
  text: '',
  isCut: false,
  file: undefined,
})
