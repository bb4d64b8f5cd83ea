import type { Id } from '#kit/contract/value/id.ts'
import { useAttempt } from '#kit/web/edit/attempt.ts'
import { t } from '#kit/web/language.ts'
import { useWrite } from '#kit/web/read/api.ts'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { calls } from '../contract.ts'
import { outcomeWords, say } from '../copy.ts'
import type { Outcome } from '../domain.ts'

const touches = { touches: [calls.list] }

/** Logs how a call to an observer ended, and offers to undo it. */
export function useLogging(observerId: Id<'observers'>, onLogged: () => void) {
  const log = useWrite(calls.log, touches)
  const undo = useWrite(calls.undo, touches)
  const { isPending, attempt } = useAttempt()
  const logCall = (outcome: Outcome, note: string, callBackAt?: Date) =>
    attempt(async () => {
      const at = callBackAt && { callBackAt: callBackAt.toISOString() }
      const id = await log.mutateAsync({ body: { observerId, outcome, note, ...at } })
      onLogged()
      toast.success({
        text: t(say.logged, { outcome: t(outcomeWords[outcome]) }),
        undo: async () => {
          await undo.mutateAsync({ params: { id } })
          return t(say.undone)
        },
      })
    })
  return { isPending, logCall }
}

/** Takes out a call of the user's own. */
export function useUndoing() {
  const undo = useWrite(calls.undo, touches)
  const { isPending, attempt } = useAttempt()
  const undoCall = (id: Id<'calls'>) =>
    attempt(async () => {
      await undo.mutateAsync({ params: { id } })
      toast.success({ text: t(say.undone) })
    })
  return { isPending, undoCall }
}
