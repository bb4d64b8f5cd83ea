import { useState } from 'react'
import { newest } from '#kit/web/edit/editing.ts'
import { tryWithToast } from '#kit/web/try-with-toast.ts'
import type { Observer } from '../../contract.ts'
import { useListSearch } from './list-search.ts'
import type { ObserverActions } from './observer-columns.tsx'
import { ResetPin } from './reset-pin.tsx'
import { useDeleting, useRestoring } from './use-deleting.tsx'
import { useUnlocking } from './use-unlocking.ts'
import { useWritingTo } from './use-writing-to.ts'

/** The actions of the rows, and the windows that they open. */
export function useActs(
  rows: readonly Observer[] | undefined,
  onGone: (observer: Observer) => void,
) {
  const { go } = useListSearch()
  const writeTo = useWritingTo()
  const deleting = useDeleting()
  const { restore } = useRestoring()
  const unlock = useUnlocking()
  const [resetting, setResetting] = useState<Observer>()

  const gone = (observer: Observer) => (isDone: boolean) => {
    if (!isDone) return
    onGone(observer)
    go({})
  }
  const acts: ObserverActions = {
    notify: ({ id }: Observer) => void tryWithToast(() => writeTo([id])),
    resetPin: setResetting,
    unlock: (observer: Observer) => void unlock(observer),
    remove: (observer: Observer) => void deleting.remove(observer).then(gone(observer)),
    restore: (observer: Observer) => void restore([observer.id]).then(gone(observer)),
  }
  const windows = (
    <>
      {deleting.dialog}
      {resetting && (
        <ResetPin observer={newest(rows, resetting)} onClose={() => setResetting(undefined)} />
      )}
    </>
  )
  return { acts, windows }
}
