import { t } from '#kit/web/language.ts'
import { useWrite } from '#kit/web/read/api.ts'
import { tryWithToast } from '#kit/web/try-with-toast.ts'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { type Account, accounts } from '../contract.ts'
import { say } from '../copy.ts'

/** Ends a lockout, without a new password. */
export function useUnlocking() {
  const write = useWrite(accounts.unlock, { touches: [accounts.list] })
  return ({ id, account: name }: Account): Promise<boolean> =>
    tryWithToast(async () => {
      const { wasLocked } = await write.mutateAsync({ params: { id } })
      const text = t(wasLocked ? say.unlocked : say.notLocked, { name })
      toast.success({ text })
    })
}
