import { Problem } from '#kit/contract/problem.ts'
import { t } from '#kit/web/language.ts'
import { useWrite } from '#kit/web/read/api.ts'
import { tryWithToast } from '#kit/web/try-with-toast.ts'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { useConfirm } from '#kit/web/ui/overlay/confirm.tsx'
import { type Account, accounts, type DeletedAccount } from '../contract.ts'
import { say } from '../copy.ts'

type UnderWay = { readonly imports: number; readonly exports: number }

/** The account's unfinished tasks, which would be cancelled; undefined when it was deleted. */
async function tasksInTheWay(remove: () => Promise<unknown>): Promise<UnderWay | undefined> {
  try {
    await remove()
    return undefined
  } catch (failure) {
    const details = failure instanceof Problem ? (failure as Problem).details : undefined
    if (details && 'imports' in details) return details
    throw failure
  }
}

const listed = ({ imports, exports }: UnderWay): string =>
  [
    ...(imports > 0 ? [t(say.importsUnderWay, { count: imports })] : []),
    ...(exports > 0 ? [t(say.exportsUnderWay, { count: exports })] : []),
  ].join(', ')

const touched = [accounts.list, accounts.listDeleted, accounts.listNgos] as const

/** Restores a deleted account. */
export function useRestoring() {
  const write = useWrite(accounts.restore, { touches: touched })
  return ({ id, account: name }: Pick<DeletedAccount, 'id' | 'account'>) =>
    tryWithToast(async () => {
      await write.mutateAsync({ params: { id } })
      toast.success({ text: t(say.accountBack, { name }) })
    })
}

/** Deletes an account after confirmation; the caller renders `dialog`. */
export function useDeleting() {
  const { ask, dialog } = useConfirm()
  const write = useWrite(accounts.remove, { touches: touched })
  const restore = useRestoring()
  const remove = async (account: Account) => {
    const { id, account: name } = account
    const isSure = await ask({
      title: t(say.deleteTitle, { name }),
      message: t(say.deleteConfirmation),
      confirm: t(say.delete),
      isDeletion: true,
    })
    if (!isSure) return
    const params = { id }
    await tryWithToast(async () => {
      const underWay = await tasksInTheWay(() => write.mutateAsync({ params, query: {} }))
      if (underWay) {
        const isStillSure = await ask({
          title: t(say.endTasksTitle, { name }),
          message: t(say.endTasksMessage, { tasks: listed(underWay) }),
          confirm: t(say.endAndDelete),
          isDeletion: true,
        })
        if (!isStillSure) return
        await write.mutateAsync({ params, query: { endTasks: true } })
      }
      toast.warning({ text: t(say.accountDeleted, { name }), undo: () => restore(account) })
    })
  }
  return { remove, dialog }
}
