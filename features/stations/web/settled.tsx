import { type RefObject, useRef } from 'react'
import { May } from '#features/session/web/may.tsx'
import type { Id } from '#kit/contract/value/id.ts'
import { t } from '#kit/web/language.ts'
import { useWrite } from '#kit/web/read/api.ts'
import { tryWithToast } from '#kit/web/try-with-toast.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { useHandedFocus } from '#kit/web/ui/handed-focus.ts'
import { type ComparedQuestion, stations } from '../contract.ts'
import { say } from '../copy.ts'
import { Standing } from './standing.tsx'

type Props = {
  readonly question: ComparedQuestion
  /** Whether the dialog is open. */
  readonly isSettling: boolean
  readonly onSettle: (question: ComparedQuestion) => void
}

/** Says that observers differ or how it was settled, with buttons to settle, settle again or undo. */
export function Settled({ question, isSettling, onSettle }: Props) {
  const { state, settled } = question
  const isSettled = state === 'settled'
  const acts = useRef<HTMLSpanElement>(null)
  // The dialog stays open even if the observers agree now; its button has to exist for the focus to return to.
  if (state === 'alike' && !isSettling) return null
  return (
    <div className="mt-2 grid justify-items-start gap-2 text-small">
      <Standing question={question} />
      <May to="review">
        <span ref={acts} className="flex flex-wrap gap-2 print:hidden">
          <Button
            size="small"
            aria-label={t(isSettled ? say.settleAgainOf : say.settleOf, {
              code: question.questionCode,
            })}
            onPress={() => onSettle(question)}
          >
            {t(isSettled ? say.settleAgain : say.settle)}
          </Button>
          {isSettled && settled && <UndoButton id={settled.id} among={acts} />}
        </span>
      </May>
    </div>
  )
}

const touched = [stations.visits] as const

type UndoProps = {
  readonly id: Id<'settledAnswers'>
  readonly among: RefObject<HTMLElement | null>
}

/** The button disappears when the page hears of the undo, perhaps before the reply. */
function UndoButton({ id, among }: UndoProps) {
  useHandedFocus(among)
  const undo = useWrite(stations.undoSettling, { touches: touched })
  const press = () =>
    tryWithToast(async () => {
      await undo.mutateAsync({ params: { id } })
      toast.success({ title: t(say.undoneNow) })
    })
  return (
    <Button size="small" look="bare" isPending={undo.isPending} onPress={() => void press()}>
      {t(say.undoSettling)}
    </Button>
  )
}
