import { t } from '#kit/web/language.ts'
import { Field } from '#kit/web/ui/field/field.tsx'
import { TextArea } from '#kit/web/ui/field/text-area.tsx'
import { say } from '../copy.ts'
import type { Asked } from '../kind-contract.ts'
import { isFile } from '../kind-domain.ts'
import { isOutside, isReadable, readValue } from '../value-domain.ts'
import { AnswerValue } from './answer-value.tsx'
import { shownKind } from './question-kinds.ts'
import { rangeText } from './value-text.ts'

type Limits = Omit<Asked, 'isRequired'>

type Props = {
  readonly question: Limits
  readonly value: string
  readonly onType: (value: string) => void
  /** The field is left. */
  readonly onTyped?: () => void
}

/** A field for a value, and how it is read. What cannot be read is stored word for word all the same. */
export function ValueEntry({ question, ...entry }: Props) {
  const { kind } = question
  const { value, onType } = entry
  const { lines, keyboard = 'text' } = shownKind(kind)
  const reading = readingOf(question, value)
  const own = { label: t(say.answer), value, onChange: onType }
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: leaving the field within. */}
      <div onBlur={entry.onTyped} className="max-w-md">
        {lines ? (
          <TextArea {...own} rows={2} />
        ) : (
          <Field {...own} description={aboutOf(question)} inputMode={keyboard} />
        )}
      </div>
      <p role="status">
        {value.trim() !== '' && isReadable(kind) && (
          <AnswerValue answer={reading} raw={reading.canonical ?? ''} />
        )}
      </p>
    </>
  )
}

function aboutOf(question: Limits): string | undefined {
  if (isFile(question.kind)) return t(say.fileByNote)
  const [, example] = shownKind(question.kind).example ?? []
  return example ? t(say.suchAs, { example }) : rangeText(question) || question.unit || undefined
}

function readingOf(question: Limits, value: string) {
  const canonical = readValue(question, value) ?? null
  return {
    ...question,
    canonical,
    isUnreadable: canonical === null,
    isOutside: canonical !== null && isOutside(question, canonical),
  }
}
