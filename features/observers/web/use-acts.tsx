import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Observer } from '../contract.ts'
import { useListSearch } from './list-search.ts'
import type { Acts } from './observer-columns.tsx'
import { notificationAddress } from './recipients.ts'
import { ResetPin } from './reset-pin.tsx'
import { useDeleting, useRestoring } from './use-deleting.tsx'
import { useUnlocking } from './use-unlocking.ts'

/** What the rows offer, and the windows that it opens. */
export function useActs(onGone: (observer: Observer) => void) {
  const { go } = useListSearch()
  const navigate = useNavigate()
  const deleting = useDeleting()
  const { restore } = useRestoring()
  const unlock = useUnlocking()
  const [resetting, setResetting] = useState<Observer>()

  const gone = (observer: Observer) => (isDone: boolean) => {
    if (!isDone) return
    onGone(observer)
    go({})
  }
  const acts: Acts = {
    notify: ({ id }: Observer) => void navigate({ href: notificationAddress([id]) }),
    resetPin: setResetting,
    unlock: (observer: Observer) => void unlock(observer),
    remove: (observer: Observer) => void deleting.remove(observer).then(gone(observer)),
    restore: (observer: Observer) => void restore([observer.id]).then(gone(observer)),
  }
  const windows = (
    <>
      {deleting.dialog}
      {resetting && <ResetPin observer={resetting} onClose={() => setResetting(undefined)} />}
    </>
  )
  return { acts, windows }
}
