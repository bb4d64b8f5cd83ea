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
  return ({ id }: Reminder) => {
    const params = { id }
    const restore = () =>
      tryWithToast(async () => {
        await restoring.mutateAsync({ params })
        toast.success({ title: t(say.success), text: t(say.restored) })
      })
    return tryWithToast(async () => {
      await removing.mutateAsync({ params })
      toast.warning({
        title: t(say.success),
        text: t(say.removed),
        action: { label: t(say.undo), onPress: () => void restore() },
      })
    })
  }
}
