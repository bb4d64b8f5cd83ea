import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useState } from 'react'
import { electionChanged, elections } from '#features/elections/contract.ts'
import { useUnseen } from '#features/situation/web/now/use-unseen.ts'
import { deferred, loadDeferred } from '#kit/web/deferred.ts'
import { t } from '#kit/web/language.ts'
import { Waiting } from '#kit/web/page-title.tsx'
import { read } from '#kit/web/read/api.ts'
import { useLive } from '#kit/web/read/live.ts'
import { useToken } from '#kit/web/session/session.ts'
import { isSoundOn, playChime } from '#kit/web/sound.ts'
import { InZone } from '#kit/web/time.tsx'
import { Toasts } from '#kit/web/ui/feedback/toast.tsx'
import { forgetSelections } from '#kit/web/ui/table/use-selection.ts'
import { say } from './copy.ts'
import { ContextLine } from './frame/context-line.tsx'
import { RouteGuard } from './frame/route-guard.tsx'
import { SectionBar } from './frame/section-bar.tsx'
import { TopBar } from './frame/top-bar.tsx'
import type { Opened } from './palette/command.ts'
import { usePaletteKey } from './palette/palette-key.ts'

// What the first screen can be drawn without.
const Keys = deferred(async () => (await import('./palette/keys.tsx')).Keys)
const PrintHead = deferred(async () => (await import('./frame/print-head.tsx')).PrintHead)
const SessionEnd = deferred(
  async () => (await import('#features/session/web/session-end.tsx')).SessionEnd,
)
const GuessingBanner = deferred(
  async () => (await import('#features/session/web/guessing-banner.tsx')).GuessingBanner,
)

export function Shell() {
  const [opened, setOpened] = useState<Opened>()
  const early = usePaletteKey(opened, setOpened)
  const election = useQuery(read(elections.current, {}))
  const unseen = useUnseen()?.totalItems
  useChime(unseen)
  const [alerts, setAlerts] = useState<number>()
  useChime(alerts)
  const client = useQueryClient()
  const token = useToken()
  /** Refetches everything on screen, and forgets the data of pages that were left. */
  const readAgain = () => {
    forgetSelections()
    client.removeQueries({ type: 'inactive' })
    void client.invalidateQueries()
  }

  useEffect(() => {
    if (!token) return
    let isLeft = false
    let stop = () => {}
    // The invalidations refer to every feature's endpoints: they are loaded after the first screen.
    void loadDeferred(() => import('./invalidate-on-events.ts')).then(({ invalidateOnEvents }) => {
      if (!isLeft) stop = invalidateOnEvents(client)
    })
    return () => {
      isLeft = true
      stop()
      forgetSelections()
    }
  }, [token, client])
  useLive(electionChanged, readAgain)

  return (
    <InZone zone={election.data?.timezone}>
      <div className="flex min-h-dvh flex-col lg:h-dvh">
        <a
          href="#content"
          className="absolute start-2 -top-16 z-50 rounded-md bg-ours-fill px-4 py-2 text-on-ours focus:top-2"
        >
          {t(say.skip)}
        </a>
        <TopBar unseen={unseen} onSearch={() => setOpened('palette')} onAlerts={setAlerts} />
        <ContextLine onCleared={readAgain} />
        <SectionBar unseen={unseen} />
        <Suspense>
          <PrintHead />
          <GuessingBanner />
          <SessionEnd />
          <Keys opened={opened} onOpen={setOpened} early={early} />
        </Suspense>
        <main id="content" tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none">
          <Waiting value={(unseen ?? 0) + (alerts ?? 0)}>
            <RouteGuard />
          </Waiting>
        </main>
        <Toasts />
      </div>
    </InZone>
  )
}

/** Plays a sound when a count of what is new rises, if the user turned it on. */
function useChime(count: number | undefined): void {
  const before = useRef(count)
  useEffect(() => {
    if (before.current !== undefined && (count ?? 0) > before.current && isSoundOn()) playChime()
    before.current = count
  }, [count])
}
