import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'
import { haveUnsavedWork } from '#kit/web/edit/unsaved-work.ts'
import { t } from '#kit/web/language.ts'
import { say } from '../copy.ts'
import { ConfirmationWindow } from './confirmation-window.tsx'

/**
 * Registers unsaved input: the end of a session waits for it. `isKept`: this browser restores it when its
 * page is opened the next time.
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

type Address = { readonly pathname: string; readonly search: object }

/**
 * Warns before a page with unsaved input is left: by a link, by the browser's own buttons, or by closing the
 * window. After saving, leave with `ignoreBlocker`.
 * @param searchKey names the part of the search that a page belongs to, where its path does not say all
 */
export function Unsaved({
  name,
  isDirty,
  searchKey,
}: {
  name: string
  isDirty: boolean
  searchKey?: string
}) {
  useUnsavedWork({ name, isDirty })
  const pageOf = ({ pathname, search }: Address) =>
    `${pathname} ${searchKey && Reflect.get(search, searchKey)}`
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && pageOf(current) !== pageOf(next),
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
