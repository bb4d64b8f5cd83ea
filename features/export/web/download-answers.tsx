import { Suspense, useState } from 'react'
import { t } from '#kit/web/language.ts'
import { later } from '#kit/web/later.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { say } from '../copy.ts'

/** Read when somebody asks for it: most who come to the list read it here. */
const DownloadWindow = later(async () => (await import('./download-window.tsx')).DownloadWindow)

/** Takes along what the list shows. */
export function DownloadAnswers() {
  const [isAsked, setAsked] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const open = () => {
    setAsked(true)
    setOpen(true)
  }
  return (
    <>
      {/* It goes on downloading after its window is closed. */}
      {isAsked && (
        <Suspense>
          <DownloadWindow isOpen={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
      <Button onPress={open}>
        <Icon name="download" />
        <span className="max-sm:sr-only">{t(say.downloadAnswers)}</span>
      </Button>
    </>
  )
}
