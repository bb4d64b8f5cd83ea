import { useLocation, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { FormTab } from './form-list.ts'
import { useReview } from './search.ts'

/** How a question is called in an address. */
export const anchorOf = (questionId: number) => `question-${questionId}`

type FlaggedAnswer = { readonly tab: string; readonly anchor: string }

/** All flagged answers of a report, in the order in which it shows them. */
export const flaggedIn = (tabs: readonly FormTab[]): FlaggedAnswer[] =>
  tabs.flatMap(({ id, completed }) =>
    completed
      .filter((one) => one.answers.some(({ isFlagged }) => isFlagged))
      .map((one) => ({ tab: String(id), anchor: anchorOf(one.id) })),
  )

/** Leads to a question, whoever sees it and whoever hears it; what is in sight already stays where it is. */
export function leadTo(anchor: string): void {
  const place = document.getElementById(anchor)
  place?.scrollIntoView({ block: 'nearest' })
  place?.querySelector('fieldset')?.focus({ preventScroll: true })
}

/** Where a report is opened, and the way from one flagged answer to the next, through all forms. */
export function useFlagged(tabs: readonly FormTab[]) {
  const { search } = useReview()
  const navigate = useNavigate()
  const hash = useLocation({ select: (location) => location.hash })
  const all = flaggedIn(tabs)
  // Chosen once: what arrives meanwhile must not move the page under the reader. An address that
  // names a place keeps it.
  const [first] = useState(() => (hash || search.tab ? undefined : all[0]?.anchor))
  const [last, setLast] = useState(first)
  const placeOf = (anchor: string | undefined) => all.findIndex((one) => one.anchor === anchor)
  const named = placeOf(hash)
  const at = named < 0 ? placeOf(last) : named
  const next = () => {
    const to = all[(at + 1) % all.length]
    if (!to) return
    setLast(to.anchor)
    // The address stays as it is when there is only one: it is led to again.
    if (to.anchor === hash) return leadTo(to.anchor)
    const place = { search: { ...search, tab: to.tab }, hash: to.anchor }
    const quietly = { replace: true, resetScroll: false, hashScrollIntoView: false }
    void navigate({ to: '.', ...place, ...quietly })
  }
  return {
    count: all.length,
    at,
    next,
    /** Forgotten as soon as it was led to. */
    opensAt: useRef(first),
    /** The question that whoever comes to the page is led to. */
    arrival: hash || first,
    /** The one that is looked at. */
    current: hash || all[at]?.anchor,
  }
}
