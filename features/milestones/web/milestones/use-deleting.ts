import { t } from '#kit/web/language.ts'
import { useWrite } from '#kit/web/read/api.ts'
import { tryWithToast } from '#kit/web/try-with-toast.ts'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { type Milestone, milestones } from '../../contract.ts'
import { say } from '../../copy.ts'
import { counted } from '../deployment/use-deployment.ts'

const touches = { touches: [milestones.list, milestones.listDeleted, ...counted] }

type Named = Pick<Milestone, 'id' | 'name'>

/** Deletes milestones, and offers to undo it; brings deleted ones back. */
export function useDeleting() {
  const removing = useWrite(milestones.removeSeveral, touches)
  const restoring = useWrite(milestones.restore, touches)
  const bringBack = async (those: readonly Named[]) => {
    for (const { id } of those) await restoring.mutateAsync({ params: { id } })
    const [{ name } = { name: '' }, another] = those
    return another ? t(say.restoredSeveral, { count: those.length }) : t(say.restored, { name })
  }
  const remove = (those: readonly Named[]) =>
    tryWithToast(async () => {
      const ids = await removing.mutateAsync({ body: { ids: those.map(({ id }) => id) } })
      const [{ name } = { name: '' }, another] = those
      toast.warning({
        text: another ? t(say.removedSeveral, { count: ids.length }) : t(say.removed, { name }),
        undo: ids.length > 0 && (() => bringBack(those.filter(({ id }) => ids.includes(id)))),
      })
    })
  const restore = (one: Named) =>
    tryWithToast(async () => toast.success({ text: await bringBack([one]) }))
  return { remove, restore }
}
