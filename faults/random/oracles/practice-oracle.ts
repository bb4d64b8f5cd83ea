import type { Finding } from '../trace.ts'
import { mayStand, nothing } from './standing.ts'

/** An answer that was given while an election was started. */
export type Practised = {
  readonly value: string
  readonly from: number
  readonly to: number
  readonly isCertain: boolean
}

type Practice = {
  readonly said: readonly Practised[]
  /** The result of starting the election; undefined: it was not started. */
  readonly heard: { readonly kind: string; readonly from: number; readonly to: number } | undefined
  /** The answer as it reads now. */
  readonly is: string
  readonly about: readonly string[]
}

/** What was said before an election was started is gone, what was said after it is stored. */
export function practiceIsOver({ said, heard, is, about }: Practice): Finding[] {
  const isStarted = heard?.kind === 'done'
  const since = heard && isStarted ? said.filter(({ to }) => to >= heard.from) : said
  const counting = since.map((one) =>
    heard && one.from <= heard.to ? { ...one, isCertain: false } : one,
  )
  // An unanswered start may have emptied it after all that was said.
  const isOpen = heard !== undefined && !isStarted
  const may = isOpen ? [...mayStand(counting), nothing] : mayStand(counting)
  if (may.includes(is)) return []
  const what = `practice reads ${is}, and may read ${may.join(' or ')}`
  return [{ oracle: 'what was practised goes, what came after stays', what, about }]
}
