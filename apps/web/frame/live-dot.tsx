import { t } from '#kit/web/language.ts'
import { type LiveState, useLiveState, useLostSince } from '#kit/web/read/live.ts'
import { useIsStale } from '#kit/web/read/queries.ts'
import { useClock } from '#kit/web/time.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { say } from '../copy.ts'

const dots: Record<LiveState | 'behind', string> = {
  live: 'bg-done',
  behind: 'bg-attention',
  connecting: 'bg-attention',
  reconnecting: 'bg-attention',
}

const besideMenu = 'max-sm:sr-only xl:max-[1439px]:sr-only'

/**
 * Whether what is on screen follows live events, or of when it is, or the server is overloaded, in words beside a dot. A
 * phone's bar has no room for words, nor has one with the whole menu: there an icon shows that it does not.
 */
export function LiveDot() {
  const heard = useLiveState()
  const isBehind = useIsStale()
  const state = isBehind && heard === 'live' ? 'behind' : heard
  const isLive = state === 'live'
  const lost = useLostSince()
  const clock = useClock()
  const asOf = lost ? t(say.asOf, { time: clock(new Date(lost)) }) : ''
  return (
    <p
      role="status"
      title={t(say[state]) + asOf}
      className="flex items-center gap-2 sm:px-2 text-small text-muted"
    >
      <span
        aria-hidden="true"
        className={`size-2 rounded-full ${dots[state]} ${isLive ? '' : 'max-sm:hidden xl:max-[1439px]:hidden'}`}
      />
      {!isLive && <Icon name="refresh" className="sm:max-xl:hidden min-[1440px]:hidden" />}
      <span className={`whitespace-nowrap ${isLive ? 'max-2xl:sr-only' : besideMenu}`}>
        {t(say[state])}
        <span className="max-2xl:sr-only">{asOf}</span>
      </span>
    </p>
  )
}
