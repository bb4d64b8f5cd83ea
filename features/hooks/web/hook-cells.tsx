import { t } from '#kit/web/language.ts'
import { useMoment } from '#kit/web/time.tsx'
import { Badge } from '#kit/web/ui/badge.tsx'
import type { Hook } from '../contract.ts'
import { kindNames, offReasons, say } from '../copy.ts'
import { hookKinds } from '../domain.ts'

type Shown = { readonly hook: Hook }

/** What a hook hears of. */
export const HookEvents = ({ hook: { kinds, ngoId, countyCodes } }: Shown) => (
  <span className="grid min-w-0 py-1">
    <span className="whitespace-normal">
      {kinds.length === hookKinds.length
        ? t(say.allKinds)
        : kinds.map((kind) => t(kindNames[kind])).join(', ')}
    </span>
    {ngoId !== null && <span className="text-small text-muted">{t(say.onlyNgo)}</span>}
    {countyCodes && (
      <span className="text-small text-muted">
        {t(say.onlyCounties, { counties: countyCodes.join(', ') })}
      </span>
    )}
  </span>
)

/** Whether a hook works, and how much is still to come. */
export const HookState = ({ hook }: Shown) => (
  <span className="grid justify-items-start gap-1 py-1">
    <span className="flex flex-wrap items-center gap-2">
      <Mark hook={hook} />
      {hook.waiting > 0 && (
        <span className="text-small">{t(say.waiting, { count: hook.waiting })}</span>
      )}
    </span>
    <Why hook={hook} />
  </span>
)

/** Why a hook is off, or that nothing arrives. */
function Why({ hook: { offSince, offReason, failingSince } }: Shown) {
  const moment = useMoment()
  const why =
    offSince && offReason
      ? `${t(offReasons[offReason])}, ${t(say.offSince, { time: moment(offSince) })}`
      : failingSince && t(say.failingSince, { time: moment(failingSince) })
  return why && <span className="text-small whitespace-normal text-muted">{why}</span>
}

function Mark({ hook: { offSince, failingSince } }: Shown) {
  if (offSince) return <Badge>{t(say.off)}</Badge>
  if (failingSince) return <Badge tone="attention">{t(say.failing)}</Badge>
  return <Badge tone="done">{t(say.on)}</Badge>
}
