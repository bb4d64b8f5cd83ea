import type { ReactNode } from 'react'
import { t } from '#kit/web/language.ts'
import { Button } from '../button.tsx'
import { say } from '../copy.ts'
import { EmptyState } from './states.tsx'

/** What an address narrows a page to although it is not there, or not the reader's to see. */
export type Missing = {
  readonly title: string
  /** Why, where it is known. */
  readonly why?: string
  readonly leave: () => void
}

/**
 * The content of a page, unless its address names something that is missing: then that is said, and led out of. A page that
 * is empty without a word would be taken for the truth.
 */
export function UnlessMissing({
  all,
  children,
}: {
  all: readonly (Missing | undefined)[]
  children: ReactNode
}) {
  const first = all.find((one) => one !== undefined)
  if (!first) return children
  return (
    <div role="status">
      <EmptyState icon="filter" title={first.title}>
        <p>{first.why ?? t(say.missingWhy)}</p>
        <Button onPress={first.leave}>{t(say.leaveMissing)}</Button>
      </EmptyState>
    </div>
  )
}
