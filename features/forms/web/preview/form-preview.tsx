import { memo, useState } from 'react'
import { t } from '#kit/web/language.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { say } from '../../copy.ts'
import { isSingleChoice } from '../../kind-domain.ts'
import {
  type Draft,
  type DraftOption,
  type DraftQuestion,
  hasOptions,
  questionsOf,
} from '../editor/form-parts.ts'
import { say as ofLogic } from '../logic/copy.ts'
import { QuestionHead } from './question-head.tsx'
import { TryForm } from './try-form.tsx'
import { ValueAnswer } from './value-answer.tsx'

/** The form as an observer sees it on the phone; one with conditions or checks can be filled in on trial. */
export const FormPreview = memo(({ draft }: { draft: Draft }) => {
  const [showsAll, setShowsAll] = useState(false)
  const isTried = hasLogic(draft) && !showsAll
  return (
    <div className="grid justify-items-center gap-2">
      <p className="text-small text-muted">{t(say.previewWhy)}</p>
      {hasLogic(draft) && (
        <Button size="small" onPress={() => setShowsAll(!showsAll)}>
          {t(showsAll ? ofLogic.tryIt : ofLogic.showAll)}
        </Button>
      )}
      <div className="grid w-full max-w-90 gap-4 rounded-md border-4 border-quiet-strong bg-page p-3">
        <p className="text-large font-strong wrap-anywhere">{draft.description || draft.code}</p>
        {questionsOf(draft).length === 0 && (
          <p className="text-small text-muted">{t(say.nothingToPreview)}</p>
        )}
        {isTried ? (
          <TryForm draft={draft} />
        ) : (
          draft.sections.map(({ key, description, questions }) => (
            <div key={key} className="space-y-3">
              {description && <p className="font-strong wrap-anywhere text-muted">{description}</p>}
              {questions.map((question) => (
                <Question key={question.key} question={question} />
              ))}
            </div>
          ))
        )}
      </div>
    </div>
  )
})

const hasLogic = (draft: Draft) =>
  draft.sections.some(({ shownIf }) => shownIf) ||
  questionsOf(draft).some(({ shownIf, checks }) => shownIf || checks.length > 0)

const Question = memo(({ question }: { question: DraftQuestion }) => {
  const { options } = question
  return (
    <div
      style={{ containIntrinsicHeight: `auto ${110 + 30 * options.length}px` }}
      className="grid gap-2 rounded-md border border-line bg-surface p-3 [content-visibility:auto]"
    >
      <QuestionHead question={question} />
      {hasOptions(question) ? <Options question={question} /> : <ValueAnswer question={question} />}
    </div>
  )
})

function Options({ question }: { question: DraftQuestion }) {
  const { options } = question
  return (
    <>
      <p className="text-small text-muted">
        {t(isSingleChoice(question.kind) ? say.oneOf : say.someOf)}
      </p>
      <ul className="grid gap-2">
        {options.map((option) => (
          <Option key={option.key} option={option} isSingle={isSingleChoice(question.kind)} />
        ))}
        {options.length === 0 && <li className="text-small text-muted">{t(say.noOptions)}</li>}
      </ul>
    </>
  )
}

function Option({ option, isSingle }: { option: DraftOption; isSingle: boolean }) {
  const { text, isFreeText, isFlagged } = option
  return (
    <li className="grid gap-1">
      <span className="flex items-start gap-2">
        <span
          aria-hidden="true"
          className={`mt-[3px] size-4 shrink-0 border border-edge bg-raised ${isSingle ? 'rounded-[8px]' : 'rounded-[3px]'}`}
        />
        <span className="min-w-0 flex-1 wrap-anywhere">{text}</span>
        {isFlagged && (
          <span className="flex h-[22px] items-center text-alarm" title={t(say.flagged)}>
            <Icon name="flag" />
            <span className="sr-only">{t(say.flagged)}</span>
          </span>
        )}
      </span>
      {isFreeText && (
        <span className="ms-6 rounded-md border border-line bg-raised px-2 py-1 text-small text-muted">
          {t(say.writeHere)}
        </span>
      )}
    </li>
  )
}
