import { useState } from 'react'
import { Form } from 'react-aria-components'
import * as z from 'zod'
import { useWrite } from '#kit/web/api.ts'
import { useForm } from '#kit/web/form.ts'
import { t } from '#kit/web/language.ts'
import { explain } from '#kit/web/problems.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Dialog, DialogButtons } from '#kit/web/ui/dialog.tsx'
import { Alert } from '#kit/web/ui/field.tsx'
import { toast } from '#kit/web/ui/toasts.ts'
import { type Observer, observers, Pin } from '../contract.ts'
import { say } from '../copy.ts'
import { PinField } from './pin-field.tsx'

type Props = {
  readonly observer: Pick<Observer, 'name' | 'phone'>
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Gives an observer a new pin, when the old one is forgotten or known to somebody else. */
export function ResetPin({ observer, isOpen, onClose }: Props) {
  return (
    <Dialog title={t(say.enterNewPassword, observer)} isOpen={isOpen} onClose={onClose}>
      <PinForm phone={observer.phone} onClose={onClose} />
    </Dialog>
  )
}

const PinDraft = z.object({ pin: Pin })

function PinForm({ phone, onClose }: { phone: string; onClose: () => void }) {
  const [pin, setPin] = useState('')
  const reset = useWrite(observers.resetPin, { touches: [] })
  const form = useForm(
    PinDraft,
    async (draft) => {
      const body = { action: 'reset-password', phoneNumber: phone, pin: draft.pin } as const
      await reset.mutateAsync({ body }).catch((failure: unknown) => {
        toast.error({ title: t(say.resetError), text: t(say.notReset) })
        throw failure
      })
      toast.success({ title: t(say.resetSuccess), text: t(say.resetDone) })
      onClose()
    },
    { pin: say.pinExpected },
  )

  return (
    <Form
      validationBehavior="aria"
      validationErrors={form.errors}
      onSubmit={form.submit}
      className="grid gap-4"
    >
      <PinField
        label={t(say.newPassword)}
        description={t(say.resetAbout)}
        value={pin}
        onChange={setPin}
        isRequired
      />
      <Alert>{form.problem && explain(form.problem)}</Alert>
      <DialogButtons>
        <Button onPress={onClose}>{t(say.cancel)}</Button>
        <Button
          type="submit"
          look="primary"
          isDisabled={pin.trim() === ''}
          isPending={form.isPending}
        >
          {t(say.confirm)}
        </Button>
      </DialogButtons>
    </Form>
  )
}
