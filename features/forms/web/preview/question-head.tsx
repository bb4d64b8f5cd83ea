import { t } from '#kit/web/language.ts'
import { say } from '../../copy.ts'
import type { DraftQuestion } from '../editor/form-parts.ts'

/** What a phone shows above the answer. */
export function QuestionHead({ question }: { question: DraftQuestion }) {
  const { code, text, hint, isRequired } = question
  return (
    <>
      <p className="font-strong wrap-anywhere">
        {code && <span className="me-1 text-ours">{code}</span>}
        {text}
        {isRequired && (
          <span className="ms-1 text-alarm" title={t(say.required)}>
            <span aria-hidden="true">*</span>
            <span className="sr-only">{t(say.required)}</span>
          </span>
        )}
      </p>
      {hint && <p className="text-small wrap-anywhere text-muted">{hint}</p>}
    </>
  )
}
