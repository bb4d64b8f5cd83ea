import { t } from '#kit/web/language.ts'
import { Icon } from '#kit/web/ui/icon.tsx'
import type { ComparedQuestion } from '../contract.ts'
import { say } from '../copy.ts'

/** What one observer answered, in the words that their phone showed. */
export function GivenAnswers({
  question,
  observerId,
}: {
  question: ComparedQuestion
  observerId: number
}) {
  const given = question.answers.find((one) => one.observerId === observerId)
  if (!given)
    return (
      <>
        <span aria-hidden="true" className="text-muted">
          –
        </span>
        <span className="sr-only">{t(say.notAnswered)}</span>
      </>
    )
  return (
    <>
      <ul>
        {given.options.map(({ text, value, isFlagged }) => (
          <li key={`${text} ${value}`} className={isFlagged ? 'font-strong text-alarm' : ''}>
            {isFlagged && (
              <>
                <Icon name="flag" className="me-1 inline size-3.5 align-[-2px]" />
                <span className="sr-only">{t(say.flagged)}: </span>
              </>
            )}
            {text}
            {value && <span className="block font-normal text-ink">{value}</span>}
          </li>
        ))}
      </ul>
      {given.text !== question.text && (
        <p className="text-small text-muted">{t(say.askedOtherwise, { text: given.text })}</p>
      )}
    </>
  )
}

/** The same on one line. */
export const answerOf = (question: ComparedQuestion, observerId: number): string =>
  (question.answers.find((one) => one.observerId === observerId)?.options ?? [])
    .map(({ text, value }) => (value ? `${text} ${value}` : text))
    .join(', ')
