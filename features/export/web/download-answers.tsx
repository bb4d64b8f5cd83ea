import { useLocation, useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { deferred } from '#kit/web/deferred.ts'
import { t } from '#kit/web/language.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { say } from './copy.ts'
import { downloadAddress } from './download-address.ts'

/** Loaded on request: most users of the list never download. */
const DownloadWindow = deferred(async () => (await import('./download-window.tsx')).DownloadWindow)

/** Downloads the filtered list. */
export function DownloadAnswers() {
  const isCalled = useLocation({ select: ({ hash }) => hash === downloadAddress })
  const navigate = useNavigate()
  const [isAsked, setAsked] = useState(false)
  const [isPressed, setPressed] = useState(false)
  const isOpen = isPressed || isCalled
  if (isOpen && !isAsked) setAsked(true)
  const close = () => {
    setPressed(false)
    if (isCalled) void navigate({ to: '.', search: true, replace: true })
  }
  return (
    <>
      {/* The download continues after its window is closed. */}
      {isAsked && (
        <Suspense>
          <DownloadWindow isOpen={isOpen} onClose={close} />
        </Suspense>
      )}
      <Button onPress={() => setPressed(true)}>
        <Icon name="download" />
        <span className="max-sm:sr-only">{t(say.downloadAnswers)}</span>
      </Button>
    </>
  )
}
