import { type ReactNode, Suspense, useState } from 'react'
import { deferred } from '#kit/web/deferred.ts'
import { t } from '#kit/web/language.ts'
import { say } from '../copy.ts'

/** Read when something is first asked: most who come to a screen ask nothing. */
const ConfirmationWindow = deferred(
  async () => (await import('./confirmation-window.tsx')).ConfirmationWindow,
)

type Question = {
  readonly title: string
  readonly message?: ReactNode
  /** The word on the button that does it; without it: OK. */
  readonly confirm?: string
  readonly isDeletion?: boolean
}

/**
 * Asks from code, as a menu's item must: `if (await ask({...})) ...`. The caller draws `dialog`
 * anywhere; whoever closes it has said no.
 */
export function useConfirm(): {
  readonly ask: (question: Question) => Promise<boolean>
  readonly dialog: ReactNode
} {
  const [asked, setAsked] = useState<Question & { readonly answer: (isYes: boolean) => void }>()
  const [isOpen, setOpen] = useState(false)

  const ask = (question: Question) =>
    new Promise<boolean>((answer) => {
      setAsked({ ...question, answer })
      setOpen(true)
    })
  const dialog = asked && (
    <Suspense>
      <ConfirmationWindow
        title={asked.title}
        confirm={asked.confirm ?? t(say.ok)}
        isDeletion={asked.isDeletion}
        isOpen={isOpen}
        onConfirm={() => asked.answer(true)}
        onClose={() => {
          // After a yes this is said in vain: a promise keeps its first answer.
          asked.answer(false)
          setOpen(false)
        }}
      >
        {asked.message}
      </ConfirmationWindow>
    </Suspense>
  )
  return { ask, dialog }
}
