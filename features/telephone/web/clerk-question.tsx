import type { KeyboardEvent } from 'react'
import type { CompletedAnswer } from '#features/answers/contract.ts'
import { type Chosen, choose, chosenIn, valueChosen, write } from '#features/answers/web/choices.ts'
import { OptionChoice } from '#features/answers/web/option-choice.tsx'
import type { Option, Question } from '#features/forms/contract.ts'
import { isChoice, isSingleChoice } from '#features/forms/kind-domain.ts'
import { ValueEntry } from '#features/forms/web/value-entry.tsx'
import { ByTelephone } from '#features/visits/web/by-telephone.tsx'
import { t } from '#kit/web/language.ts'
import { useMoment } from '#kit/web/time.tsx'
import { Badge } from '#kit/web/ui/badge.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { say } from './copy.ts'
import { isText } from './question-keys.ts'
import type { UnsavedAnswer } from './unsaved-answers.ts'
import type { Entry } from './use-entry.tsx'

type Props = {
  readonly question: Question
  readonly formVersion: number
  /** The observer's answer so far. */
  readonly stored: CompletedAnswer | undefined
  readonly entry: Entry
}

/** A question with its options. The number of an option chooses it; Delete clears the answer. */
export function ClerkQuestion({ question, formVersion, stored, entry }: Props) {
  const { id: questionId, code, text, hint, isRequired, kind } = question
  // Of another kind there is one, for phones that show nothing else.
  const options = isChoice(kind) ? question.optionsToQuestions : []
  const unsaved = entry.unsaved.get(questionId)
  const chosen = unsaved?.answer.options ?? chosenIn(stored)
  const answerOf = (options: Chosen[]) => ({ questionId, formVersion, options })
  const save = (next: Chosen[]) => entry.save(answerOf(next))
  const toggle = (option: Option) => save(choose(question, chosen, option.optionId))
  const clearWithUndo = () => {
    save([])
    toast.success({ text: t(say.cleared, { code }), undo: () => save(chosen) })
  }
  const clear = chosen.length > 0 ? clearWithUndo : undefined
  const onKeyDown = (event: KeyboardEvent) => {
    const { target, key, ctrlKey, metaKey } = event
    if (!(target instanceof HTMLInputElement) || isText(target) || ctrlKey || metaKey) return
    const option = options[Number(key) - 1]
    if (option) actOnce(event, () => toggle(option))
    else if (key === 'Delete' && clear) actOnce(event, clear)
  }
  const about = [
    isRequired && t(say.required),
    !isSingleChoice(question.questionType) && t(say.some),
  ]
    .filter(Boolean)
    .join(', ')
  return (
    <fieldset
      onKeyDown={onKeyDown}
      className="grid min-w-0 gap-1 rounded-md border border-line p-3 has-focus-visible:border-ours has-focus-visible:shadow-[inset_4px_0_0_var(--color-ours)]"
    >
      {/* A legend that does not float is drawn on the border. */}
      <legend className="float-start w-full font-strong wrap-anywhere">
        {code}: {text}
        {about && <span className="ms-2 text-small font-normal text-muted">({about})</span>}
      </legend>
      {hint && <p className="text-small wrap-anywhere text-muted">{hint}</p>}
      {isChoice(kind) ? (
        options.length === 0 && <p className="text-small text-muted">{t(say.noOptions)}</p>
      ) : (
        <ValueEntry
          question={question}
          value={chosen[0]?.value ?? ''}
          onType={(value) => entry.type(answerOf(valueChosen(question, value)))}
          onTyped={() => entry.saveTyped(questionId)}
        />
      )}
      {options.map((option, place) => (
        <OptionChoice
          key={option.optionId}
          option={option}
          digit={place < 9 ? String(place + 1) : ''}
          question={question}
          chosen={chosen.find(({ optionId }) => optionId === option.optionId)}
          hasFocus={unsaved !== undefined}
          onToggle={() => toggle(option)}
          onType={(value) => entry.type(answerOf(write(chosen, option.optionId, value)))}
          onTyped={() => entry.saveTyped(questionId)}
        />
      ))}
      <State question={question} stored={stored} unsaved={unsaved} onClear={clear} />
    </fieldset>
  )
}

/** A key that is held must not act again and again. */
function actOnce(event: KeyboardEvent, act: () => void): void {
  event.preventDefault()
  event.stopPropagation()
  if (!event.repeat) act()
}

type StateProps = Pick<Props, 'question' | 'stored'> & {
  readonly unsaved: UnsavedAnswer | undefined
  readonly onClear: (() => void) | undefined
}

/** Whether the answer is stored, who gave it and when. */
function State({ question, stored, unsaved, onClear }: StateProps) {
  return (
    <div className="flex min-h-7 flex-wrap items-center gap-x-3 text-small text-muted">
      <span role="status">
        {unsaved?.state === 'failed' && (
          <Badge tone="alarm" icon="warning">
            {t(say.notSaved)}
          </Badge>
        )}
        {unsaved?.state === 'waiting' && t(say.saving)}
        {unsaved?.state === 'typing' && t(say.typing)}
        {!unsaved && stored && <Origin stored={stored} />}
      </span>
      {!unsaved && stored && <Earlier question={question} stored={stored} />}
      {onClear && (
        <Button look="clear" size="small" onPress={onClear}>
          {t(say.clear)}
        </Button>
      )}
    </div>
  )
}

function Origin({ stored: { clerk, receivedAt } }: { stored: CompletedAnswer }) {
  const moment = useMoment()
  if (clerk) return <ByTelephone clerk={clerk} at={receivedAt} />
  return <>{t(say.byPhone, { time: moment(receivedAt) })}</>
}

/** Chosen options that the question no longer has. */
function Earlier({ question, stored }: { question: Question; stored: CompletedAnswer }) {
  const known = new Set(question.optionsToQuestions.map(({ optionId }) => optionId))
  const gone = stored.answers.filter(({ optionId }) => !known.has(optionId))
  if (gone.length === 0) return null
  const text = gone.map((one) => one.text).join(', ')
  return <span>{t(say.earlierOption, { version: stored.formVersion, text })}</span>
}
