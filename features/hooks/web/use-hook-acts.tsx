import type { ReactNode } from 'react'
import { t } from '#kit/web/language.ts'
import { useWrite } from '#kit/web/read/api.ts'
import { tryWithToast } from '#kit/web/try-with-toast.ts'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { useConfirm } from '#kit/web/ui/overlay/confirm.tsx'
import type { NewSecret } from '#kit/web/ui/overlay/secret-window.tsx'
import { type Hook, hooks } from '../contract.ts'
import { say } from '../copy.ts'

export type HookActs = {
  readonly onTest: (hook: Hook) => Promise<unknown>
  readonly onTurn: (hook: Hook) => Promise<unknown>
  readonly onRotate: (hook: Hook) => Promise<void>
  readonly onRemove: (hook: Hook) => Promise<void>
}

const touches = { touches: [hooks.list, hooks.log] }

/**
 * What staff do to a hook; the caller renders `dialog`.
 * @param onSecret shows a new secret
 */
export function useHookActs(
  onSecret: (secret: NewSecret) => void,
): HookActs & { readonly dialog: ReactNode } {
  const { ask, dialog } = useConfirm()
  const test = useWrite(hooks.test, touches)
  const turn = useWrite(hooks.turn, touches)
  const rotate = useWrite(hooks.rotate, touches)
  const remove = useWrite(hooks.remove, touches)
  return {
    dialog,
    onTest: ({ id }) =>
      tryWithToast(async () => {
        await test.mutateAsync({ params: { id } })
        toast.success({ text: t(say.tested) })
      }),
    onTurn: ({ id, offSince }) =>
      tryWithToast(async () => {
        const isOn = offSince !== null
        await turn.mutateAsync({ params: { id }, body: { isOn } })
        toast.success({ text: t(isOn ? say.turnedOn : say.turnedOff) })
      }),
    onRotate: async ({ id, address }) => {
      const isSure = await ask({
        title: t(say.rotateTitle, { address }),
        message: t(say.rotateAbout),
        confirm: t(say.rotate),
      })
      if (!isSure) return
      await tryWithToast(async () => {
        const { secret } = await rotate.mutateAsync({ params: { id } })
        onSecret({ title: t(say.secretTitle, { address }), secret })
      })
    },
    onRemove: async ({ id, address }) => {
      const isSure = await ask({
        title: t(say.removeTitle, { address }),
        message: t(say.removeAbout),
        confirm: t(say.remove),
        isDeletion: true,
      })
      if (!isSure) return
      await tryWithToast(async () => {
        await remove.mutateAsync({ params: { id } })
        toast.success({ text: t(say.removed) })
      })
    },
  }
}
