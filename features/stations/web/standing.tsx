import { t } from '#kit/web/language.ts'
import { Ago } from '#kit/web/time.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import type { ComparedQuestion, SettledAnswer } from '../contract.ts'
import { say } from '../copy.ts'

/** Says that observers differ, or how it was settled. */
export function Standing({ question: { state, settled } }: { question: ComparedQuestion }) {
  if (state === 'alike') return null
  if (state === 'settled' && settled)
    return (
      <p className="flex gap-2">
        <Icon name="check" className="mt-0.5 text-done" />
        <span>
          {t(say.settled, { account: settled.settledBy, what: decisionOf(settled) })}
          {' · '}
          <Ago at={settled.settledAt} />
          <Reason of={settled} />
        </span>
      </p>
    )
  return (
    <p className="flex gap-2 font-strong">
      <Icon name="warning" className="mt-0.5 text-muted" />
      <span>
        {settled
          ? t(say.reopened, { account: settled.settledBy, what: decisionOf(settled) })
          : t(say.differ)}
        {settled && <Reason of={settled} />}
      </span>
    </p>
  )
}

const decisionOf = ({ observerName }: SettledAnswer) =>
  observerName === null ? t(say.noneIsRight) : t(say.isRight, { name: observerName })

const Reason = ({ of: { reason } }: { of: SettledAnswer }) => (
  <span className="block font-normal wrap-anywhere text-muted">{reason}</span>
)
