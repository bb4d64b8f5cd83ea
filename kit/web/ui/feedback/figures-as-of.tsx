import { t } from '#kit/web/language.ts'
import { useFiguresBehind, useRereadFigures } from '#kit/web/read/figures.ts'
import { useExactClock } from '#kit/web/time.tsx'
import { say } from './copy.ts'

/** Up to when the figures on the page are counted; silent unless they are more than 3 s behind. */
export function FiguresAsOf() {
  useRereadFigures()
  const asOf = useFiguresBehind()
  const clock = useExactClock()
  return (
    <p role="status" className="text-small text-muted tabular-nums empty:sr-only">
      {asOf && t(say.figuresAsOf, { time: clock(asOf) })}
    </p>
  )
}
