import type { ReactNode } from 'react'
import type { Copy } from '#kit/contract/copy.ts'
import { t } from '#kit/web/language.ts'
import { Icon, type IconName } from '#kit/web/ui/icon.tsx'
import { say } from '../../copy.ts'
import { type DraftQuestion, hasLimits, highestOf, type ValueKind } from '../editor/form-parts.ts'
import { rangeText, valueText } from '../value-text.ts'

const icons: Partial<Record<ValueKind, IconName>> = {
  date: 'table',
  time: 'clock',
  moment: 'table',
  file: 'clip',
}

const examples: Partial<Record<ValueKind, string>> = {
  date: '2026-11-22',
  time: '06:30',
  moment: '2026-11-22T06:30',
}

const place: Partial<Record<ValueKind, Copy>> = { file: say.photoOrFile }

/** Where the observer gives a value. */
export function ValueAnswer({ question }: { question: DraftQuestion }) {
  const { kind, unit } = question
  if (typeof kind === 'number') return null
  if (kind === 'rating') return <Rating highest={highestOf(question)} name={question.key} />
  const example = examples[kind]
  return (
    <>
      <span className="flex items-center gap-2">
        <Box isHigh={kind === 'text'} icon={icons[kind]}>
          {example ? valueText({ ...question, kind }, example) : t(place[kind] ?? say.writeHere)}
        </Box>
        {hasLimits(question) && unit && <span className="wrap-anywhere">{unit}</span>}
      </span>
      {hasLimits(question) && rangeText(question) && (
        <span className="text-small text-muted">{rangeText(question)}</span>
      )}
    </>
  )
}

function Box({
  isHigh,
  icon,
  children,
}: {
  isHigh: boolean
  icon: IconName | undefined
  children: ReactNode
}) {
  return (
    <span
      className={`flex min-w-0 flex-1 items-start justify-between gap-2 rounded-md border border-line bg-raised px-2 py-1 text-small text-muted ${isHigh ? 'min-h-20' : ''}`}
    >
      {children}
      {icon && <Icon name={icon} className="mt-0.5" />}
    </span>
  )
}

function Rating({ highest, name }: { highest: number; name: string }) {
  return (
    <fieldset disabled className="flex flex-wrap gap-1">
      <legend className="sr-only">{t(say.ratingFrom, { max: String(highest) })}</legend>
      {Array.from({ length: highest }, (_, index) => String(index + 1)).map((number) => (
        <label
          key={number}
          className="grid size-9 place-content-center rounded-md border border-edge bg-raised"
        >
          <input type="radio" name={`preview ${name}`} className="sr-only" />
          {number}
        </label>
      ))}
    </fieldset>
  )
}
