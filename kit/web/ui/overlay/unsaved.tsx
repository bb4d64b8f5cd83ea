import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'
import { haveUnsavedWork } from '#kit/web/edit/unsaved-work.ts'
import { t } from '#kit/web/language.ts'
import { say } from '../copy.ts'
import { ConfirmationWindow } from './confirmation-window.tsx'

/**
 * Says that something was entered that is not saved: a session that ends waits for it. `isKept`: this
 * browser offers it again when its page is opened the next time.
 */
export function useUnsavedWork({
  name,
  isDirty,
  isKept = false,
}: {
  name: string
  isDirty: boolean
  isKept?: boolean
}): void {
  useEffect(
    () => (isDirty ? haveUnsavedWork({ name, isKept }) : undefined),
    [name, isDirty, isKept],
  )
}

/**
 * Asks before a page is left on which something was entered and not saved: by a link, by the
 * browser's own buttons, or by closing the window. Whoever has just saved leaves with
 * `ignoreBlocker`.
 */
export function Unsaved({ name, isDirty }: { name: string; isDirty: boolean }) {
  useUnsavedWork({ name, isDirty })
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return (
    <ConfirmationWindow
      isOpen
      isDeletion
      title={t(say.unsaved)}
      confirm={t(say.leave)}
      onConfirm={blocker.proceed}
      onClose={blocker.reset}
    >
      {t(say.unsavedWhy)}
    </ConfirmationWindow>
  )
}
