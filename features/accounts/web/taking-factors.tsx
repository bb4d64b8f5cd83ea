import { factors } from '#features/factors/contract.ts'
import { t } from '#kit/web/language.ts'
import { useWrite } from '#kit/web/read/api.ts'
import { tryWithToast } from '#kit/web/try-with-toast.ts'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { useConfirm } from '#kit/web/ui/overlay/confirm.tsx'
import { type Account, accounts } from '../contract.ts'
import { say } from '../copy.ts'

/** For users who have lost the phone with their second factor. */
export function useTakingFactors() {
  const { ask, dialog } = useConfirm()
  const write = useWrite(factors.takeAway, { touches: [accounts.list] })
  const takeFactors = async ({ id, account: name }: Account) => {
    const isSure = await ask({
      title: t(say.takeFactorsTitle, { name }),
      message: t(say.takeFactorsConfirmation),
      confirm: t(say.takeFactors),
      isDeletion: true,
    })
    if (!isSure) return
    await tryWithToast(async () => {
      await write.mutateAsync({ params: { id } })
      toast.warning({ text: t(say.factorsTaken, { name }) })
    })
  }
  return { takeFactors, dialog }
}
