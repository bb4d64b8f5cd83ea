import { useLocation, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { FormTab } from './form-list.ts'
import { useReview } from './search.ts'

/** A question's anchor in a URL. */
export const anchorOf = (questionId: number) => `question-${questionId}`

type FlaggedAnswer = { readonly tab: string; readonly anchor: string }

/** All flagged answers of a report, in the order in which it shows them. */
export const flaggedIn = (tabs: readonly FormTab[]): FlaggedAnswer[] =>
  tabs.flatMap(({ id, completed }) =>
    completed
      .filter((one) => one.answers.some(({ isFlagged }) => isFlagged))
      .map((one) => ({ tab: String(id), anchor: anchorOf(one.id) })),
  )

/** Scrolls to a question, and moves the focus for screen readers; one that is visible stays where it is. */
export function leadTo(anchor: string): void {
  const place = document.getElementById(anchor)
  place?.scrollIntoView({ block: 'nearest' })
  place?.querySelector('fieldset')?.focus({ preventScroll: true })
}

/** The question a report opens at, and stepping from one flagged answer to the next, through all forms. */
export function useFlagged(tabs: readonly FormTab[]) {
  const { search } = useReview()
  const navigate = useNavigate()
  const hash = useLocation({ select: (location) => location.hash })
  const all = flaggedIn(tabs)
  // Chosen once: an update meanwhile must not move the page under the reader. A URL that names a place keeps
  // it.
  const [first] = useState(() => (hash || search.tab ? undefined : all[0]?.anchor))
  const [last, setLast] = useState(first)
  const placeOf = (anchor: string | undefined) => all.findIndex((one) => one.anchor === anchor)
  const named = placeOf(hash)
  const at = named < 0 ? placeOf(last) : named
  const next = () => {
    const to = all[(at + 1) % all.length]
    if (!to) return
    setLast(to.anchor)
    // The URL stays the same when there is only one: it is scrolled to again.
    if (to.anchor === hash) return leadTo(to.anchor)
    const place = { search: { ...search, tab: to.tab }, hash: to.anchor }
    const quietly = { replace: true, resetScroll: false, hashScrollIntoView: false }
    void navigate({ to: '.', ...place, ...quietly })
  }
  return {
    count: all.length,
    at,
    next,
    /** Cleared as soon as it was scrolled to. */
    opensAt: useRef(first),
    /** The question scrolled to on arrival. */
    arrival: hash || first,
    /** The current one. */
    current: hash || all[at]?.anchor,
  }
}
