import { useState } from 'react'
import * as z from 'zod'
import { useWrite } from '#kit/web/api.ts'
import { useForm } from '#kit/web/form.ts'
import { FormWindow } from '#kit/web/form-window.tsx'
import { t } from '#kit/web/language.ts'
import { toast } from '#kit/web/ui/toasts.ts'
import { type Observer, observers, Pin } from '../contract.ts'
import { say } from '../copy.ts'
import { PinField } from './pin-field.tsx'

type Props = {
  readonly observer: Pick<Observer, 'id' | 'name' | 'phone'>
  readonly onClose: () => void
}

const PinDraft = z.object({ pin: Pin })

/** Gives an observer a new pin, when the old one is forgotten or known to somebody else. */
export function ResetPin({ observer, onClose }: Props) {
  const [pin, setPin] = useState('')
  const reset = useWrite(observers.resetPin, { touches: [observers.list] })
  const form = useForm(
    PinDraft,
    async (draft) => {
      const { id: observerId } = observer
      const body = { action: 'reset-password', observerId, pin: draft.pin } as const
      const { wasLocked } = await reset.mutateAsync({ body }).catch((failure: unknown) => {
        toast.error({ title: t(say.resetError), text: t(say.notReset) })
        throw failure
      })
      toast.success({
        title: t(say.resetSuccess),
        text: t(wasLocked ? say.resetAndOpen : say.resetDone),
      })
      onClose()
    },
    { pin: say.pinExpected },
  )

  return (
    <FormWindow
      title={t(say.enterNewPassword, observer)}
      form={form}
      submit={t(say.confirm)}
      isIncomplete={pin.trim() === ''}
      onClose={onClose}
    >
      <PinField
        label={t(say.newPassword)}
        description={t(say.resetAbout)}
        value={pin}
        onChange={setPin}
        isRequired
      />
    </FormWindow>
  )
}
