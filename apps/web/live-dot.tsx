import { t } from '#kit/web/language.ts'
import { type LiveState, useLiveState } from '#kit/web/live.ts'
import { say } from './copy.ts'

const dots: Record<LiveState, string> = {
  live: 'bg-done',
  connecting: 'bg-attention',
  reconnecting: 'bg-attention',
}

/** Whether what is on screen follows what observers send, in a word beside a dot. */
export function LiveDot() {
  const state = useLiveState()
  return (
    <p role="status" className="flex items-center gap-2 px-2 text-small text-muted">
      <span aria-hidden="true" className={`size-2 rounded-full ${dots[state]}`} />
      <span className={state === 'live' ? 'max-sm:sr-only' : ''}>{t(say[state])}</span>
    </p>
  )
}
