import { type ReactNode, Suspense, useState } from 'react'
import { deferred } from '#kit/web/deferred.ts'
import { t } from '#kit/web/language.ts'
import { say } from '../copy.ts'

/** Loaded on the first question: most visitors of a screen are asked nothing. */
const ConfirmationWindow = deferred(
  async () => (await import('./confirmation-window.tsx')).ConfirmationWindow,
)

type Question = {
  readonly title: string
  readonly message?: ReactNode
  /** The label of the confirm button; without it: OK. */
  readonly confirm?: string
  readonly isDeletion?: boolean
}

/**
 * Asks from code, as a menu's item must: `if (await ask({...})) ...`. The caller renders `dialog` anywhere;
 * closing it means no.
 */
export function useConfirm(): {
  readonly ask: (question: Question) => Promise<boolean>
  readonly dialog: ReactNode
} {
  const [pending, setPending] = useState<Question & { readonly answer: (isYes: boolean) => void }>()
  const [isOpen, setOpen] = useState(false)

  const ask = (question: Question) =>
    new Promise<boolean>((answer) => {
      setPending({ ...question, answer })
      setOpen(true)
    })
  const dialog = pending && (
    <Suspense>
      <ConfirmationWindow
        title={pending.title}
        confirm={pending.confirm ?? t(say.ok)}
        isDeletion={pending.isDeletion}
        isOpen={isOpen}
        onConfirm={() => pending.answer(true)}
        onClose={() => {
          // After a yes this has no effect: a promise keeps its first value.
          pending.answer(false)
          setOpen(false)
        }}
      >
        {pending.message}
      </ConfirmationWindow>
    </Suspense>
  )
  return { ask, dialog }
}
