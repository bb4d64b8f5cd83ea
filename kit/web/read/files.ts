import { useEffect, useRef, useState } from 'react'
import type { CallInput, Endpoint, Stream } from '#kit/contract/endpoint.ts'
import { csvLine, separators } from '#kit/contract/import/csv-line.ts'
import { Problem } from '#kit/contract/problem.ts'
import { readProblem } from '#kit/contract/wire.ts'
import { language, locale, t } from '../language.ts'
import { explain } from '../problems.ts'
import { say } from '../ui/copy.ts'
import { toast } from '../ui/feedback/toasts.ts'
import { send } from './api.ts'

/** An endpoint that answers with a file. */
export type FileEndpoint = Endpoint & { readonly reply: Stream }

/** Saves a file for the user, under this name. */
export function saveFile(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

/** Saves a file with these headings only, for the user to fill in. */
export function saveTemplate(titles: readonly string[], name: string): void {
  const text = csvLine(titles, separators[language])
  // Marked as UTF-8, or Excel would assume the machine's own code page.
  saveFile(new Blob(['\uFEFF', text], { type: 'text/csv' }), `${name}.csv`)
}

/** A number of bytes, formatted for people. */
export function sizeOf(bytes: number): string {
  const [size, unit] = bytes < 1e6 ? [bytes / 1e3, 'kilobyte'] : [bytes / 1e6, 'megabyte']
  const digits = size < 10 ? 1 : 0
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    maximumFractionDigits: digits,
  }).format(size)
}

/**
 * Downloads one file at a time. `received` is the number of bytes so far, and undefined while there is no
 * download. A failure is shown in a toast.
 */
export function useDownload() {
  const [received, setReceived] = useState<number>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const start = async <E extends FileEndpoint>(endpoint: E, sent: CallInput<E>) => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    setReceived(0)
    try {
      const { blob, name } = await fetchFile(endpoint, sent, controller.signal, setReceived)
      saveFile(blob, name)
    } catch (failure) {
      if (controller.signal.aborted) return
      toastFailure(failure)
    }
    if (running.current === controller) setReceived(undefined)
  }
  const stop = () => {
    running.current?.abort()
    setReceived(undefined)
  }
  return { received, start, stop }
}

/** Downloads a file where no progress can be shown. A failure is shown in a toast. */
export async function download<E extends FileEndpoint>(
  endpoint: E,
  sent: CallInput<E>,
): Promise<void> {
  try {
    const { blob, name } = await fetchFile(endpoint, sent)
    saveFile(blob, name)
  } catch (failure) {
    toastFailure(failure)
  }
}

function toastFailure(failure: unknown): void {
  const problem = failure instanceof Problem ? failure : new Problem('server.failed')
  toast.error({ title: t(say.notDownloaded), text: explain(problem) })
}

async function fetchFile<E extends FileEndpoint>(
  endpoint: E,
  sent: CallInput<E>,
  signal?: AbortSignal,
  onProgress?: (bytes: number) => void,
): Promise<{ blob: Blob; name: string }> {
  const response = await send(endpoint, sent, signal)
  if (!response.ok) throw readProblem(await response.json().catch(() => null))
  let received = 0
  const counting = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, to) => {
      received += chunk.length
      onProgress?.(received)
      to.enqueue(chunk)
    },
  })
  const { headers } = response
  // As a response, a browser keeps a large file on its disk.
  const whole = new Response(response.body?.pipeThrough(counting) ?? null, { headers })
  return { blob: await whole.blob().catch(brokenOff), name: nameOf(response) }
}

function brokenOff(): never {
  throw new Problem('server.unavailable', { retryAfterSeconds: 1 })
}

/** The server's name for the file. */
const nameOf = ({ headers }: Response): string =>
  /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? 'veghe'
