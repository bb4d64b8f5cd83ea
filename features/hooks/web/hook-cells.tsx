import { t } from '#kit/web/language.ts'
import { useMoment } from '#kit/web/time.tsx'
import { Badge } from '#kit/web/ui/badge.tsx'
import type { Hook } from '../contract.ts'
import { kindNames, offReasons, say } from '../copy.ts'

type Shown = { readonly hook: Hook }

/** What a hook hears of. */
export const HookEvents = ({ hook: { kinds, ngoId, countyCodes } }: Shown) => (
  <span className="grid min-w-0">
    <span>{kinds.map((kind) => t(kindNames[kind])).join(', ')}</span>
    {ngoId !== null && <span className="text-small text-muted">{t(say.onlyNgo)}</span>}
    {countyCodes && (
      <span className="text-small text-muted">
        {t(say.onlyCounties, { counties: countyCodes.join(', ') })}
      </span>
    )}
  </span>
)

/** Whether a hook works, and what is still to come. */
export function HookState({ hook }: Shown) {
  const moment = useMoment()
  const { offSince, offReason, failingSince, previousUntil, waiting } = hook
  const lines = [
    offSince && offReason && t(offReasons[offReason]),
    offSince && t(say.offSince, { time: moment(offSince) }),
    !offSince && failingSince && t(say.failingSince, { time: moment(failingSince) }),
    waiting > 0 && t(say.waiting, { count: waiting }),
    previousUntil && t(say.previousUntil, { time: moment(previousUntil) }),
  ]
  return (
    <span className="grid justify-items-start">
      <Mark hook={hook} />
      {lines
        .filter((line) => typeof line === 'string')
        .map((line) => (
          <span key={line} className="text-small text-muted">
            {line}
          </span>
        ))}
    </span>
  )
}

function Mark({ hook: { offSince, failingSince } }: Shown) {
  if (offSince) return <Badge>{t(say.off)}</Badge>
  if (failingSince) return <Badge tone="attention">{t(say.failing)}</Badge>
  return <Badge tone="done">{t(say.on)}</Badge>
}
