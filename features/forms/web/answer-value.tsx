import { t } from '#kit/web/language.ts'
import { Badge } from '#kit/web/ui/badge.tsx'
import { say } from '../copy.ts'
import { faultOf, type ReadAnswer, valueText } from './value-text.ts'

/** An answer by value in the reader's language; what cannot be read as the observer wrote it. */
export function AnswerValue({ answer, raw }: { answer: ReadAnswer; raw: string }) {
  const { canonical } = answer
  const fault = faultOf(answer)
  const text = canonical === null ? raw : valueText(answer, canonical)
  const written = raw.trim()
  const isOtherwise = canonical !== null && canonical !== written && !text.startsWith(written)
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="font-strong wrap-anywhere whitespace-pre-line">{text}</span>
      {fault && <Fault>{fault}</Fault>}
      {isOtherwise && (
        <span className="text-small wrap-anywhere text-muted">
          {t(say.written, { raw: written })}
        </span>
      )}
    </span>
  )
}

export const Fault = ({ children }: { children: string }) => (
  <Badge tone="attention" icon="warning">
    <span className="whitespace-normal">{children}</span>
  </Badge>
)
