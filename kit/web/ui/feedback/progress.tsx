import { useId } from 'react'
import { locale } from '#kit/web/language.ts'

/** Progress, in words and as a bar. */
export function Progress({
  label,
  done,
  total,
  text,
}: {
  label: string
  done: number
  total: number
  /** Shown at the end instead of a percentage. */
  text?: string
}) {
  const id = useId()
  const share = total === 0 ? 0 : Math.min(1, done / total)
  const value = text ?? share.toLocaleString(locale, { style: 'percent' })
  return (
    <div className="grid gap-1">
      <div className="flex justify-between gap-4 text-small">
        <span id={id}>{label}</span>
        <span aria-hidden="true" className="text-muted">
          {value}
        </span>
      </div>
      <div
        role="progressbar"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
        aria-valuetext={value}
        className="h-2 overflow-hidden rounded-md bg-quiet"
      >
        <div
          style={{ width: `${share * 100}%` }}
          className="h-full rounded-md bg-ours-fill transition-[width] duration-100"
        />
      </div>
    </div>
  )
}
