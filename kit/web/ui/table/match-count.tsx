import { t } from '#kit/web/language.ts'
import { say } from '../copy.ts'

/** How many of a list match what was typed, announced also to screen readers. */
export const MatchCount = ({
  typed,
  count,
  total,
}: {
  typed: string
  count: number
  total: number
}) => (
  <p role="status" className="min-h-5 text-small text-muted">
    {typed.trim() && (count === 0 ? t(say.noneFound) : t(say.foundOf, { count, total }))}
  </p>
)
