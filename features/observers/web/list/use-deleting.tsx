import type { Id } from '#kit/contract/value/id.ts'
import { t } from '#kit/web/language.ts'
import { useWrite } from '#kit/web/read/api.ts'
import { tryWithToast } from '#kit/web/try-with-toast.ts'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { useConfirm } from '#kit/web/ui/overlay/confirm.tsx'
import { type Observer, observers } from '../../contract.ts'
import { say } from '../../copy.ts'

type Ids = readonly Id<'observers'>[]

/** The reads that adding or deleting observers invalidates. */
export const touched = [observers.list, observers.count, observers.listImports] as const

/**
 * Deletes after confirmation, and offers to undo it. Both return whether it succeeded; the caller renders
 * `dialog`.
 */
export function useDeleting() {
  const { ask, dialog } = useConfirm()
  const removeOne = useWrite(observers.remove, { touches: touched })
  const removeMany = useWrite(observers.removeSeveral, { touches: touched })
  const { restore } = useRestoring()

  /** Undo restores only observers that this action deleted, not those a colleague had deleted before. */
  const done = (deleted: Ids) =>
    toast.warning({
      text: t(say.removed, { count: deleted.length }),
      undo: deleted.length > 0 && (() => restore(deleted)),
    })

  const remove = async ({ id, name }: Pick<Observer, 'id' | 'name'>): Promise<boolean> => {
    const isSure = await ask({
      title: t(say.deleteTitle, { name }),
      message: t(say.deleteConfirmation),
      confirm: t(say.delete),
      isDeletion: true,
    })
    if (!isSure) return false
    return tryWithToast(async () => {
      await removeOne.mutateAsync({ query: { id } })
      done([id])
    })
  }
  const removeSeveral = async (ids: Ids): Promise<boolean> => {
    const isSure = await ask({
      title: t(say.deleteSeveralTitle, { count: ids.length }),
      message: t(say.deleteSeveralConfirmation),
      confirm: t(say.delete),
      isDeletion: true,
    })
    if (!isSure) return false
    return tryWithToast(async () => done(await removeMany.mutateAsync({ body: { ids: [...ids] } })))
  }
  return { remove, removeSeveral, dialog }
}

/** Restores observers, if their phones are still free. */
export function useRestoring() {
  const write = useWrite(observers.restoreSeveral, { touches: touched })

  const restore = (ids: Ids): Promise<boolean> =>
    tryWithToast(async () => {
      const count = await write.mutateAsync({ body: { ids: [...ids] } })
      const left = ids.length - count
      const remain = left > 0 && t(say.notRestored, { count: left })
      if (count > 0)
        toast.success({ title: t(say.restored, { count }), ...(remain && { text: remain }) })
      else if (remain) toast.error({ text: remain })
    })
  return { restore }
}
