import { t } from '#kit/web/language.ts'
import { serverNow } from '#kit/web/read/clock.ts'
import { useMoment } from '#kit/web/time.tsx'
import { Badge } from '#kit/web/ui/badge.tsx'
import { severityNames, stateNames } from '../copy.ts'
import { type IncidentState, isEnded, type Severity } from '../domain.ts'
import type { Incident } from '../incident-contract.ts'
import { say } from './copy.ts'

const tones = {
  low: {},
  medium: { tone: 'ours' },
  high: { tone: 'attention', icon: 'flag' },
  critical: { tone: 'alarm', icon: 'warning' },
} as const satisfies Record<Severity, object>

export const SeverityMark = ({ of }: { of: Severity }) => (
  <Badge {...tones[of]}>{t(severityNames[of])}</Badge>
)

const looks = {
  open: { tone: 'ours' },
  checking: { tone: 'ours', icon: 'eye' },
  confirmed: { tone: 'attention', icon: 'check' },
  referred: { tone: 'attention', icon: 'send' },
  closed: { tone: 'done', icon: 'check' },
  dismissed: { icon: 'cross' },
} as const satisfies Record<IncidentState, object>

export const StateMark = ({ of }: { of: IncidentState }) => (
  <Badge {...looks[of]}>{t(stateNames[of])}</Badge>
)

/** When it is due, and whether that has passed; nothing without a due time. */
export function Due({ of: { dueAt, state } }: { of: Pick<Incident, 'dueAt' | 'state'> }) {
  const moment = useMoment()
  if (!dueAt) return null
  const isOverdue = !isEnded(state) && dueAt.getTime() < serverNow()
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <time dateTime={dueAt.toISOString()}>{moment(dueAt)}</time>
      {isOverdue && (
        <Badge tone="alarm" icon="clock">
          {t(say.overdue)}
        </Badge>
      )}
    </span>
  )
}
