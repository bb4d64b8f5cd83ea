import { isChoice } from '#features/forms/kind-domain.ts'
import { AnswerValue } from '#features/forms/web/answer-value.tsx'
import { valueText } from '#features/forms/web/value-text.ts'
import { t } from '#kit/web/language.ts'
import { Icon } from '#kit/web/ui/icon.tsx'
import { answerText } from '../columns.ts'
import type { ComparedQuestion, GivenAnswer, StationVisit } from '../contract.ts'
import { say } from '../copy.ts'

type Visit = Pick<StationVisit, 'observerId' | 'pollingStationId'>

const given = (question: ComparedQuestion, visit: Visit) =>
  question.answers.find(
    (one) => one.observerId === visit.observerId && one.pollingStationId === visit.pollingStationId,
  )

/** One observer's answers, in the wording that their phone showed. */
export function GivenAnswers({ question, visit }: { question: ComparedQuestion; visit: Visit }) {
  const answer = given(question, visit)
  if (!answer)
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
      <Given answer={answer} />
      {answer.text !== question.text && (
        <p className="text-small text-muted">{t(say.otherWording, { text: answer.text })}</p>
      )}
      {!answer.isLast && <p className="text-small text-muted">{t(say.reportedAgain)}</p>}
    </>
  )
}

function Given({ answer }: { answer: GivenAnswer }) {
  if (!isChoice(answer.kind)) return <AnswerValue answer={answer} raw={textOf(answer)} />
  return (
    <ul>
      {answer.options.map(({ text, value, isFlagged }) => (
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
  )
}

const textOf = ({ options }: GivenAnswer) => options[0]?.value ?? ''

/** An observer's answer on one line. */
export function answerOf(question: ComparedQuestion, visit: Visit): string {
  const answer = given(question, visit)
  if (!answer || isChoice(answer.kind)) return answerText({ options: answer?.options ?? [] })
  const { canonical } = answer
  return canonical === null ? textOf(answer) : valueText(answer, canonical)
}
