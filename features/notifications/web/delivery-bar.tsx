import { t } from '#kit/web/language.ts'
import type { DeliveryState, Notification } from '../contract.ts'
import { say } from '../copy.ts'

/** In the order of the bar. */
const tones = {
  opened: 'bg-done',
  sent: 'bg-ours-fill',
  failed: 'bg-alarm-mark',
  queued: 'bg-quiet-strong',
} as const satisfies Record<DeliveryState, string>

const order = Object.keys(tones) as DeliveryState[]

/** The progress of a message as a bar, described in words for screen readers. */
export function DeliveryBar({ of: message, className }: { of: Notification; className: string }) {
  const { opened, sent, failed, queued } = message
  const label = t(say.result, { opened, sent, failed, queued })
  return (
    <span
      role="img"
      aria-label={label}
      title={label}
      className={`flex h-2 overflow-hidden rounded-md bg-quiet ${className}`}
    >
      {order.map((state) => (
        <span
          key={state}
          style={{ width: `${(100 * message[state]) / Math.max(1, message.recipients)}%` }}
          className={tones[state]}
        />
      ))}
    </span>
  )
}
