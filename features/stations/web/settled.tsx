import { useState } from 'react'
import { May } from '#features/session/web/may.tsx'
import type { Id } from '#kit/contract/value/id.ts'
import { t } from '#kit/web/language.ts'
import { useWrite } from '#kit/web/read/api.ts'
import { Ago } from '#kit/web/time.tsx'
import { tryWithToast } from '#kit/web/try-with-toast.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { Icon } from '#kit/web/ui/icon.tsx'
import {
  type ComparedQuestion,
  type SettledAnswer,
  type StationVisit,
  stations,
} from '../contract.ts'
import { say } from '../copy.ts'
import { SettleWindow } from './settle-window.tsx'

type Props = {
  readonly stationId: number
  readonly visits: readonly StationVisit[]
  readonly question: ComparedQuestion
}

/** That observers differ, or how it was settled, and what can be done about it. */
export function Settled(props: Props) {
  const { question } = props
  const { state, settled } = question
  const [isSettling, setSettling] = useState(false)
  if (state === 'alike') return null
  return (
    <div className="mt-2 grid justify-items-start gap-2 text-small">
      {state === 'settled' && settled ? (
        <p className="flex gap-2">
          <Icon name="check" className="mt-0.5 text-done" />
          <span>
            {t(say.settled, { account: settled.settledBy, what: whatStands(settled) })}
            {' · '}
            <Ago at={settled.settledAt} />
            <Reason of={settled} />
          </span>
        </p>
      ) : (
        <p className="flex gap-2 font-strong">
          <Icon name="warning" className="mt-0.5 text-muted" />
          <span>
            {settled
              ? t(say.reopened, { account: settled.settledBy, what: whatStands(settled) })
              : t(say.differ)}
            {settled && <Reason of={settled} />}
          </span>
        </p>
      )}
      <May to="review">
        <span className="flex flex-wrap gap-2 print:hidden">
          <Button
            size="small"
            aria-label={t(say.settleOf, { code: question.questionCode })}
            onPress={() => setSettling(true)}
          >
            {t(state === 'settled' ? say.settleAgain : say.settle)}
          </Button>
          {state === 'settled' && settled && <UndoButton id={settled.id} />}
        </span>
      </May>
      {isSettling && <SettleWindow {...props} onClose={() => setSettling(false)} />}
    </div>
  )
}

const whatStands = ({ observerName }: SettledAnswer) =>
  observerName === null ? t(say.noneStands) : t(say.stands, { name: observerName })

const Reason = ({ of: { reason } }: { of: SettledAnswer }) => (
  <span className="block font-normal wrap-anywhere text-muted">{reason}</span>
)

const touched = [stations.visits] as const

function UndoButton({ id }: { id: Id<'settledAnswers'> }) {
  const undo = useWrite(stations.undoSettling, { touches: touched })
  const press = () =>
    tryWithToast(async () => {
      await undo.mutateAsync({ params: { id } })
      toast.success({ title: t(say.reopenedNow) })
    })
  return (
    <Button size="small" look="bare" isPending={undo.isPending} onPress={() => void press()}>
      {t(say.undoSettling)}
    </Button>
  )
}
