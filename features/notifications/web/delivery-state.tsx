import { t } from '#kit/web/language.ts'
import { Badge } from '#kit/web/ui/badge.tsx'
import type { DeliveryState } from '../contract.ts'
import { states } from '../copy.ts'

const looks = {
  opened: { tone: 'done', icon: 'eye' },
  sent: { tone: 'ours', icon: 'check' },
  queued: { tone: 'plain', icon: 'clock' },
  failed: { tone: 'alarm', icon: 'warning' },
} as const satisfies Record<DeliveryState, unknown>

/** The delivery to one recipient. */
export const StateBadge = ({ state }: { state: DeliveryState }) => (
  <Badge {...looks[state]}>{t(states[state])}</Badge>
)
