import { Suspense, useState } from 'react'
import { deferred } from '#kit/web/deferred.ts'
import { t } from '#kit/web/language.ts'
import { Button } from '#kit/web/ui/button.tsx'
import type { Election } from '../contract.ts'
import { say } from './copy.ts'

const EndingWindow = deferred(async () => (await import('./ending-window.tsx')).EndingWindow)

type Props = {
  readonly election: Election
  /** Everything on screen may be out of date. */
  readonly onEnded: () => void
}

/** Ends the rehearsal; for organisers. */
export function EndRehearsal(props: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="small" onPress={() => setOpen(true)}>
        {t(say.end)}
      </Button>
      {isOpen && (
        <Suspense>
          <EndingWindow {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
