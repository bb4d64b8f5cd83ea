import { t } from '#kit/web/language.ts'
import { Field } from '#kit/web/ui/field/field.tsx'
import { TextArea } from '#kit/web/ui/field/text-area.tsx'
import { say } from '../copy.ts'
import type { Asked, QuestionKind } from '../kind-contract.ts'
import { isFile } from '../kind-domain.ts'
import { isOutside, isReadable, readValue } from '../value-domain.ts'
import { AnswerValue } from './answer-value.tsx'
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
  const reading = readingOf(question, value)
  const own = { label: t(say.answer), value, onChange: onType }
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: leaving the field within. */}
      <div onBlur={entry.onTyped} className="max-w-md">
        {kind === 'text' ? (
          <TextArea {...own} rows={2} />
        ) : (
          <Field {...own} description={aboutOf(question)} inputMode={keyboards[kind] ?? 'text'} />
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

const keyboards: Partial<Record<QuestionKind, 'numeric' | 'decimal'>> = {
  whole: 'numeric',
  decimal: 'decimal',
  rating: 'numeric',
}

const examples: Partial<Record<QuestionKind, string>> = {
  date: '22.11.2026',
  time: '06:30',
  moment: '22.11.2026 06:30',
}

function aboutOf(question: Limits): string | undefined {
  if (isFile(question.kind)) return t(say.fileByNote)
  const example = examples[question.kind]
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
