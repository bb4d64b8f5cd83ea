import { useState } from 'react'
import * as z from 'zod'
import { useElectionDay } from '#features/elections/web/use-election.ts'
import { useForm } from '#kit/web/edit/form.ts'
import { FormWindow } from '#kit/web/edit/form-window.tsx'
import { t } from '#kit/web/language.ts'
import { padMoment, typedMoment } from '#kit/web/moments.ts'
import { useWrite } from '#kit/web/read/api.ts'
import { useMoment } from '#kit/web/time.tsx'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { type Notification, notifications } from '../../contract.ts'
import { say } from '../../copy.ts'
import { faultOfTime, momentOf, TimeField } from './send-time.tsx'

type Props = { readonly of: Notification; readonly onClose: () => void }

/** Another time for a message that waits for one. */
export function ChangeTime({ of: message, onClose }: Props) {
  const zone = useElectionDay()?.timezone
  return zone && message.sendAt ? (
    <Window of={message} sendAt={message.sendAt} zone={zone} onClose={onClose} />
  ) : null
}

const Time = z.object({ sendAt: z.string().optional() })

function Window({
  of: { id, title },
  sendAt,
  zone,
  onClose,
}: Props & { readonly sendAt: Date; readonly zone: string }) {
  const stored = typedMoment(sendAt, zone)
  const [typed = stored, setTyped] = useState<string>()
  const [before] = useState(stored)
  const isDirty = typed !== stored
  const moment = useMoment()
  const { list, find, deliveries } = notifications
  const changing = useWrite(notifications.reschedule, { touches: [list, find, deliveries] })
  const form = useForm(
    Time,
    async () => {
      await changing.mutateAsync({ params: { id }, body: { sendAt: padMoment(typed) } })
      const at = momentOf(typed, zone)
      toast.success({ title: t(say.timeChanged, { time: at ? moment(at) : typed }) })
      onClose()
    },
    { sendAt: say.timeRefused },
  )
  return (
    <FormWindow
      title={t(say.changeTime)}
      form={form}
      submit={t(say.changeTime)}
      // Resubmitting an unchanged time in the repeated hour (clocks go back) would pick the other occurrence.
      isIncomplete={!isDirty || faultOfTime(typed, zone, true) !== undefined}
      isDirty={isDirty}
      onClose={onClose}
    >
      <p className="font-strong wrap-anywhere">{title}</p>
      {stored !== before && (
        <p role="status" className="rounded-md bg-attention-soft px-3 py-2">
          {t(say.timeChangedBy, { time: moment(sendAt) })}
        </p>
      )}
      <TimeField value={typed} onChange={setTyped} isTried refusal={form.errors['sendAt']} />
    </FormWindow>
  )
}
