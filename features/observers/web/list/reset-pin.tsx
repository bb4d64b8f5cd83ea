import * as z from 'zod'
import type { Problem } from '#kit/contract/problem.ts'
import { useEditing } from '#kit/web/edit/editing.ts'
import { EditingWindow } from '#kit/web/edit/editing-window.tsx'
import { useForm } from '#kit/web/edit/form.ts'
import { t } from '#kit/web/language.ts'
import { useWrite } from '#kit/web/read/api.ts'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { type Observer, observers, Pin } from '../../contract.ts'
import { say } from '../../copy.ts'
import { PinField, shownPin } from '../profile/pin-field.tsx'

type Props = {
  /** Their current state. */
  readonly observer: Observer
  readonly onClose: () => void
}

const PinDraft = z.object({ pin: Pin })

/** Gives an observer a new pin when the old one is forgotten or compromised. */
export function ResetPin({ observer, onClose }: Props) {
  const editing = useEditing({ pin: '' }, observer, ['pin'])
  const { pin } = editing.values
  const reset = useWrite(observers.resetPin, { touches: [observers.list] })
  const send = async (draft: z.output<typeof PinDraft>, revision: number) => {
    const { id: observerId } = observer
    const body = { action: 'reset-password', observerId, pin: draft.pin, revision } as const
    const { wasLocked } = await reset.mutateAsync({ body }).catch((failure: Problem) => {
      // If a colleague has set a PIN meanwhile, the window explains it.
      if (failure.code !== 'thing.changed-meanwhile')
        toast.error({ title: t(say.resetError), text: t(say.notReset) })
      throw failure
    })
    toast.success({
      title: t(say.resetSuccess),
      text: t(wasLocked ? say.resetAndOpen : say.resetDone),
    })
    onClose()
    return true
  }
  const form = useForm(PinDraft, (draft) => editing.save(({ revision }) => send(draft, revision)), {
    pin: say.pinExpected,
  })

  return (
    <EditingWindow
      title={t(say.enterNewPassword, { name: observer.name })}
      form={form}
      submit={t(say.confirm)}
      editing={editing}
      names={{ pin: say.newPassword }}
      show={shownPin}
      isIncomplete={pin.trim() === ''}
      onClose={onClose}
    >
      <PinField
        label={t(say.newPassword)}
        description={t(say.resetAbout)}
        value={pin}
        onChange={(typed) => editing.onType({ pin: typed })}
        isRequired
      />
    </EditingWindow>
  )
}
