import type { Finding } from '../trace.ts'
import { mayCount, nothing } from './standing.ts'

/** An answer that was given while an election was started. */
export type Practised = {
  readonly value: string
  readonly from: number
  readonly to: number
  readonly isCertain: boolean
}

type Practice = {
  readonly sent: readonly Practised[]
  /** The result of starting the election; undefined: it was not started. */
  readonly heard: { readonly kind: string; readonly from: number; readonly to: number } | undefined
  /** The stored answer at the end. */
  readonly is: string
  readonly about: readonly string[]
}

/** Answers from before the start of an election are gone, answers from after it are stored. */
export function practiceIsOver({ sent, heard, is, about }: Practice): Finding[] {
  const isStarted = heard?.kind === 'done'
  const since = heard && isStarted ? sent.filter(({ to }) => to >= heard.from) : sent
  const counting = since.map((one) =>
    heard && one.from <= heard.to ? { ...one, isCertain: false } : one,
  )
  // A start without a reply may have emptied the election after all answers.
  const isOpen = heard !== undefined && !isStarted
  const may = isOpen ? [...mayCount(counting), nothing] : mayCount(counting)
  if (may.includes(is)) return []
  const what = `practice reads ${is}, and may read ${may.join(' or ')}`
  return [{ oracle: 'practice answers go, later answers stay', what, about }]
}
