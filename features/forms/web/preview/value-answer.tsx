import type { ReactNode } from 'react'
import { t } from '#kit/web/language.ts'
import { Icon, type IconName } from '#kit/web/ui/icon.tsx'
import { say } from '../../copy.ts'
import { isFile, rulesOf } from '../../kind-domain.ts'
import { type DraftQuestion, hasLimits, highestOf } from '../editor/form-parts.ts'
import { shownKind } from '../question-kinds.ts'
import { rangeText, valueText } from '../value-text.ts'

/** Where the observer gives a value. */
export function ValueAnswer({ question }: { question: DraftQuestion }) {
  const { kind, unit } = question
  if (typeof kind === 'number') return null
  if (rulesOf(kind).isScale) return <Rating highest={highestOf(question)} name={question.key} />
  const { example: [example] = [], lines, icon } = shownKind(kind)
  const place = isFile(kind) ? say.photoOrFile : say.writeHere
  return (
    <>
      <span className="flex items-center gap-2">
        <Box isHigh={lines !== undefined} icon={icon}>
          {example ? valueText({ ...question, kind }, example) : t(place)}
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
