import { t } from '#kit/web/language.ts'
import { useWrite } from '#kit/web/read/api.ts'
import { tryWithToast } from '#kit/web/try-with-toast.ts'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { type WallLink, wallLinks } from '../../contract.ts'
import { say } from '../../copy.ts'

const touches = { touches: [wallLinks.list] }

/** Withdraws a link, with an undo. */
export function useWithdrawing() {
  const withdrawing = useWrite(wallLinks.withdraw, touches)
  const restoring = useWrite(wallLinks.restore, touches)
  return ({ id, name }: WallLink) =>
    tryWithToast(async () => {
      await withdrawing.mutateAsync({ params: { id } })
      toast.warning({
        title: t(say.linkWithdrawn, { name }),
        text: t(say.linkWithdrawnWhat),
        undo: async () => {
          await restoring.mutateAsync({ params: { id } })
          return t(say.linkRestored, { name })
        },
      })
    })
}
