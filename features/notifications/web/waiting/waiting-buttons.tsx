import { useState } from 'react'
import { t } from '#kit/web/language.ts'
import { useTouch, useWrite } from '#kit/web/read/api.ts'
import { tryWithToast } from '#kit/web/try-with-toast.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { Icon } from '#kit/web/ui/icon.tsx'
import { useConfirm } from '#kit/web/ui/overlay/confirm.tsx'
import { type Notification, notifications } from '../../contract.ts'
import { say } from '../../copy.ts'
import { ChangeTime } from './change-time.tsx'
import { touches } from './use-countdown.ts'

/** The buttons for a held message. */
export function WaitingButtons({
  of: message,
  isLeaving,
  size = 'normal',
}: {
  of: Notification
  isLeaving: boolean
  size?: 'normal' | 'small'
}) {
  const { title, sendAt } = message
  const { takeBack, sendNow, isPending, dialog } = useActs(message, isLeaving)
  const [isChanging, setChanging] = useState(false)
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        size={size}
        look={isLeaving ? 'primary' : 'plain'}
        aria-label={t(say.takeBackOf, { title })}
        isPending={isPending}
        onPress={takeBack}
      >
        <Icon name="restore" />
        {t(say.takeBack)}
      </Button>
      {sendAt && (
        <Button
          size={size}
          aria-label={t(say.changeTimeOf, { title })}
          isDisabled={isPending}
          onPress={() => setChanging(true)}
        >
          <Icon name="clock" />
          {t(say.changeTime)}
        </Button>
      )}
      <Button
        size={size}
        aria-label={t(say.sendNowOf, { title })}
        isDisabled={isPending}
        onPress={() => void sendNow()}
      >
        <Icon name="send" />
        {t(say.sendNow)}
      </Button>
      {dialog}
      {isChanging && <ChangeTime of={message} onClose={() => setChanging(false)} />}
    </div>
  )
}

/** Takes it back, or sends it at once: one that is not about to leave only once that is confirmed. */
function useActs({ id, title, recipients: count }: Notification, isLeaving: boolean) {
  const { ask, dialog } = useConfirm()
  const takingBack = useWrite(notifications.takeBack, { touches })
  const sending = useWrite(notifications.sendNow, { touches })
  const touch = useTouch()
  /** Refetches also on failure: someone else may have acted first. */
  const orLook = async (act: () => Promise<unknown>) => {
    await tryWithToast(act)
    await touch(...touches)
  }
  return {
    takeBack: () =>
      void orLook(async () => {
        await takingBack.mutateAsync({ params: { id } })
        toast.success({ title: t(say.takenBack) })
      }),
    sendNow: async () => {
      const question = { title: t(say.sendNowAsk, { count }), confirm: t(say.sendNow) }
      const message = (
        <>
          <p className="font-strong">{title}</p>
          <p>{t(say.sendNowWhy)}</p>
        </>
      )
      if (!isLeaving && !(await ask({ ...question, message }))) return
      await orLook(async () => {
        await sending.mutateAsync({ params: { id } })
        toast.success({ title: t(say.sentNow) })
      })
    },
    dialog,
    isPending: takingBack.isPending || sending.isPending,
  }
}
