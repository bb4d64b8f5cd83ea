import { locale, t } from '#kit/web/language.ts'
import { Moment } from '#kit/web/time.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import type { NotificationResults } from '../contract.ts'
import { faults, say, states } from '../copy.ts'
import { DeliveryBar } from './delivery-bar.tsx'

/** The results of a message: how many have it, and how many not and why. */
export function Results({ of: message }: { of: NotificationResults }) {
  const { opened, sent, queued, recipients, failures } = message
  if (message.takenBackAt) return <TakenBack of={message} />
  const isForNobody = recipients > 0 && opened + sent + queued === 0
  return (
    <div className="grid gap-2">
      {isForNobody && (
        <p className="flex items-center gap-2 font-strong text-alarm">
          <Icon name="warning" />
          {t(say.reachedNobody)}
        </p>
      )}
      <DeliveryBar of={message} className="w-full" />
      <ul aria-label={t(say.results)} className="grid gap-1">
        <Count count={opened} words={t(states.opened)} />
        <Count count={sent} words={t(states.sent)} />
        {queued > 0 && <Count count={queued} words={t(states.queued)} />}
        {failures.map(({ why, count }) => (
          <Count key={why} count={count} words={t(faults[why])} />
        ))}
      </ul>
    </div>
  )
}

const TakenBack = ({ of: { takenBackAt, takenBackBy } }: { of: NotificationResults }) => (
  <div>
    <p className="font-strong">{t(say.takenBack)}</p>
    <p className="text-small text-muted">
      {t(say.takenBackBy, { name: takenBackBy ?? '' })} ·{' '}
      {takenBackAt && <Moment at={takenBackAt} />}
    </p>
  </div>
)

function Count({ count, words }: { count: number; words: string }) {
  return (
    <li className="flex gap-3">
      <span className="w-16 shrink-0 text-end font-strong">{count.toLocaleString(locale)}</span>{' '}
      <span className="min-w-0">{words}</span>
    </li>
  )
}
