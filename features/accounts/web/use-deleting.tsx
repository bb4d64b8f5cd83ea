import { useWrite } from '#kit/web/api.ts'
import { t } from '#kit/web/language.ts'
import { told } from '#kit/web/told.ts'
import { useConfirm } from '#kit/web/ui/confirm.tsx'
import { toast } from '#kit/web/ui/toasts.ts'
import { type Account, accounts } from '../contract.ts'
import { say } from '../copy.ts'

/** Deletes an account after a question; the caller draws `dialog`. */
export function useDeleting() {
  const { ask, dialog } = useConfirm()
  const write = useWrite(accounts.remove, { touches: [accounts.list, accounts.listNgos] })
  const remove = async ({ id, account: name }: Account) => {
    const isSure = await ask({
      title: t(say.deleteTitle, { name }),
      message: t(say.deleteConfirmation),
      confirm: t(say.delete),
      isDeletion: true,
    })
    if (!isSure) return
    await told(async () => {
      await write.mutateAsync({ params: { id } })
      toast.warning({ title: t(say.success), text: t(say.accountDeleted, { name }) })
    })
  }
  return { remove, dialog }
}
