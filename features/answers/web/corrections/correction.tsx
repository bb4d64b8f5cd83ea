import { useState } from 'react'
import type { QuestionKind } from '#features/forms/kind-contract.ts'
import { isChoice } from '#features/forms/kind-domain.ts'
import { May } from '#features/session/web/may.tsx'
import { useAttempt } from '#kit/web/edit/attempt.ts'
import { t } from '#kit/web/language.ts'
import { areLettersKeys } from '#kit/web/letter-keys.ts'
import { useMoment } from '#kit/web/time.tsx'
import { Button, buttonClass } from '#kit/web/ui/button.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { Key } from '#kit/web/ui/key.tsx'
import type { CompletedAnswer } from '../../contract.ts'
import type { ChosenAnswer, Correctable } from '../filled-form.ts'
import type { ThreadKey } from '../search.ts'
import { say } from './copy.ts'
import { CorrectionWindow } from './correction-window.tsx'
import { useCorrecting } from './use-correcting.ts'

type Props = {
  readonly open: ThreadKey
  readonly question: Correctable
  /** It is the current question: a key corrects its answer. */
  readonly hasKey: boolean
}

/** Why an answer was corrected, beside the observer's own; with buttons to correct it, or to take that back. */
export function Correction({ open, question, hasKey }: Props) {
  const [isOpen, setOpen] = useState(false)
  const { worded, answer } = question
  const { takeBack } = useCorrecting(open, question)
  const { isPending, attempt } = useAttempt()
  return (
    <div className="grid justify-items-start gap-1 text-small">
      {answer?.correction && <Corrected kind={worded.kind} correction={answer.correction} />}
      <May to="review">
        <span className="flex flex-wrap gap-2 print:hidden">
          <button
            type="button"
            aria-label={t(say.correctOf, { code: worded.code })}
            {...(hasKey && { 'aria-keyshortcuts': 'e' })}
            onClick={() => setOpen(true)}
            className={buttonClass('clear', 'small')}
          >
            <Icon name="pencil" />
            {t(say.correct)}
            {hasKey && areLettersKeys() && (
              <span aria-hidden="true" className="max-sm:hidden">
                <Key>e</Key>
              </span>
            )}
          </button>
          {answer?.correction && (
            <Button
              look="clear"
              size="small"
              isPending={isPending}
              aria-label={t(say.takeBackOf, { code: worded.code })}
              onPress={() => attempt(takeBack)}
            >
              {t(say.takeBack)}
            </Button>
          )}
        </span>
      </May>
      {isOpen && (
        <CorrectionWindow open={open} question={question} onClose={() => setOpen(false)} />
      )}
    </div>
  )
}

/** Who corrected an answer and why, and what the observer had answered. */
function Corrected({
  kind,
  correction: { by, at, reason, own },
}: {
  kind: QuestionKind
  correction: NonNullable<CompletedAnswer['correction']>
}) {
  const time = useMoment()(at)
  const wordOf = isChoice(kind) ? chosenWords : ({ value }: ChosenAnswer) => value ?? ''
  const answer = own.map(wordOf).join('; ')
  return (
    <div className="border-s-2 border-attention ps-3 wrap-anywhere">
      <p>
        <span className="text-muted">{t(say.correctedBy, { by, time })}</span> {reason}
      </p>
      <p>
        <span className="text-muted">{t(say.own)}</span>{' '}
        {own.length > 0 ? <del>{answer}</del> : t(say.noAnswer)}
      </p>
    </div>
  )
}

const chosenWords = ({ text, value }: ChosenAnswer) => (value ? `${text}: ${value}` : text)
