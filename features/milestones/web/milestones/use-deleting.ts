import { t } from '#kit/web/language.ts'
import { useWrite } from '#kit/web/read/api.ts'
import { tryWithToast } from '#kit/web/try-with-toast.ts'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { type Milestone, milestones } from '../../contract.ts'
import { say } from '../../copy.ts'
import { counted } from '../deployment/use-deployment.ts'

/** Deletes milestones, and offers to undo it. */
export function useDeleting() {
  const touches = { touches: [milestones.list, ...counted] }
  const removing = useWrite(milestones.removeSeveral, touches)
  const restoring = useWrite(milestones.restore, touches)
  return (those: readonly Milestone[]) =>
    tryWithToast(async () => {
      const ids = await removing.mutateAsync({ body: { ids: those.map(({ id }) => id) } })
      const [{ name } = { name: '' }] = those
      const count = ids.length
      toast.warning({
        text: those.length === 1 ? t(say.removed, { name }) : t(say.removedSeveral, { count }),
        undo:
          count > 0 &&
          (async () => {
            for (const id of ids) await restoring.mutateAsync({ params: { id } })
            return count === 1 ? t(say.restored, { name }) : t(say.restoredSeveral, { count })
          }),
      })
    })
}
