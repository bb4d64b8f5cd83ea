import type { ReactNode } from 'react'
import { t } from '#kit/web/language.ts'
import { useWrite } from '#kit/web/read/api.ts'
import { tryWithToast } from '#kit/web/try-with-toast.ts'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { useConfirm } from '#kit/web/ui/overlay/confirm.tsx'
import { type AccessKey, keys } from '../contract.ts'
import { say } from '../copy.ts'

type Revoking = {
  readonly revoke: (key: Pick<AccessKey, 'id' | 'name'>) => Promise<void>
  readonly dialog: ReactNode
}

/** Revokes a key after confirmation; the caller renders `dialog`. */
export function useRevoking(): Revoking {
  const { ask, dialog } = useConfirm()
  const write = useWrite(keys.revoke, { touches: [keys.list] })
  const revoke: Revoking['revoke'] = async ({ id, name }) => {
    const isSure = await ask({
      title: t(say.revokeTitle, { name }),
      message: t(say.revokeAbout),
      confirm: t(say.revoke),
      isDeletion: true,
    })
    if (!isSure) return
    await tryWithToast(async () => {
      await write.mutateAsync({ params: { id } })
      toast.success({ text: t(say.revokedNow, { name }) })
    })
  }
  return { revoke, dialog }
}
