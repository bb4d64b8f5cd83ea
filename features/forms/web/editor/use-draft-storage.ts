import { useBlocker } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { t } from '#kit/web/language.ts'
import { useConfirm } from '#kit/web/ui/overlay/confirm.tsx'
import { say } from '../../copy.ts'
import { type Draft, isSame } from './form-parts.ts'
import { type FormKey, forget, keep, keptDraft } from './kept-draft.ts'

/** Debounce before a draft is kept. */
const quietMs = 400

type Writing = {
  readonly form: FormKey
  readonly draft: Draft
  readonly now: () => Draft
  /** The stored form. */
  readonly base: () => Draft
  /** Continues with a kept draft and its base. */
  readonly resume: (kept: StoredDraft) => void
}
type StoredDraft = { readonly draft: Draft; readonly base: Draft }

/**
 * Protects input: this browser keeps it during editing and offers it again when the form is opened, and leaving
 * the page needs a confirmation.
 */
export function useDraftStorage({ form, draft, now, base, resume }: Writing) {
  const [found, setFound] = useState(() => foundFor(form, base()))
  const { ask, dialog } = useConfirm()
  const isUnsaved = () => !isSame(now(), base())

  const keepNow = useEffectEvent(() => {
    // Without edits the kept draft stays until the user decides about it.
    if (now() === base()) return
    if (isUnsaved()) keep(form, now(), base())
    else forget(form)
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: it is a change of the draft that is kept.
  useEffect(() => {
    const timer = setTimeout(() => keepNow(), quietMs)
    return () => clearTimeout(timer)
  }, [draft])

  useEffect(() => {
    const leave = () => keepNow()
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [])

  const mayLeave = () =>
    ask({ title: t(say.leaveTitle), message: t(say.leaveWhy), confirm: t(say.leave) })
  useBlocker({
    shouldBlockFn: async () => isUnsaved() && !(await mayLeave()),
    enableBeforeUnload: isUnsaved,
  })

  return {
    found,
    restore: () => {
      if (found) resume(found)
      setFound(undefined)
    },
    discard: () => {
      setFound(undefined)
      if (!isUnsaved()) forget(form)
    },
    dialog,
  }
}

function foundFor(form: FormKey, base: Draft) {
  const kept = keptDraft(form, base)
  return kept && !isSame(kept.draft, base) ? kept : undefined
}
