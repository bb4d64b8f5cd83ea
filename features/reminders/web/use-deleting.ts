import { t } from '#kit/web/language.ts'
import { useWrite } from '#kit/web/read/api.ts'
import { tryWithToast } from '#kit/web/try-with-toast.ts'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { type Reminder, reminders } from '../contract.ts'
import { say } from '../copy.ts'

const touches = { touches: [reminders.list] }

/** Deletes, and offers to undo it. */
export function useDeleting() {
  const removing = useWrite(reminders.remove, touches)
  const restoring = useWrite(reminders.restore, touches)
  return ({ id }: Reminder) =>
    tryWithToast(async () => {
      await removing.mutateAsync({ params: { id } })
      toast.warning({
        text: t(say.removed),
        undo: async () => {
          await restoring.mutateAsync({ params: { id } })
          return t(say.restored)
        },
      })
    })
}
