import { Suspense, useState } from 'react'
import { May } from '#features/session/web/may.tsx'
import { deferred } from '#kit/web/deferred.ts'
import { t } from '#kit/web/language.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { say } from '../../copy.ts'

const TargetWindow = deferred(async () => (await import('./target-window.tsx')).TargetWindow)

/** Leads to the target of coverage, for staff who set up the election. */
export function TargetButton() {
  const [isOpen, setOpen] = useState(false)
  return (
    <May to="set-up">
      <Button onPress={() => setOpen(true)}>{t(say.target)}</Button>
      <Suspense>{isOpen && <TargetWindow onClose={() => setOpen(false)} />}</Suspense>
    </May>
  )
}
