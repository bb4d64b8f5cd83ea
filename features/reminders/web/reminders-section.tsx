import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Milestone } from '#features/milestones/contract.ts'
import { useMay } from '#features/session/web/may.tsx'
import { useSingleFlight } from '#kit/web/edit/single-flight.ts'
import { t } from '#kit/web/language.ts'
import { read, useUntilRead } from '#kit/web/read/api.ts'
import { useMoment } from '#kit/web/time.tsx'
import { Badge } from '#kit/web/ui/badge.tsx'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { Loaded } from '#kit/web/ui/feedback/states.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { type Reminder, reminders } from '../contract.ts'
import { say } from '../copy.ts'
import { AddReminder } from './add-reminder.tsx'
import { useDeleting } from './use-deleting.ts'

/** Refetches at this interval, because due reminders change by the clock. */
const lookMs = 30_000

/** The reminders of all milestones, with the next send time, the number of recipients, and sent messages. */
export function RemindersSection({ milestones }: { milestones: readonly Milestone[] }) {
  const list = useQuery({ ...read(reminders.list, {}), refetchInterval: lookMs })
  const mayChange = useMay('set-up') === true
  const [isAdding, setAdding] = useState(false)
  const remove = useDeleting()
  return (
    <section
      aria-label={t(say.reminders)}
      className="grid shrink-0 content-start gap-2 border-t border-line px-4 py-3 sm:max-h-[45dvh] sm:overflow-auto sm:px-6"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-72">
          <h2 className="text-large font-strong">{t(say.reminders)}</h2>
          <p className="text-small text-muted">{t(say.about)}</p>
        </div>
        {mayChange && (
          <Button isDisabled={milestones.length === 0} onPress={() => setAdding(true)}>
            <Icon name="plus" />
            {t(say.add)}
          </Button>
        )}
      </div>
      <Loaded query={list}>
        {(all) =>
          all.length === 0 ? (
            <p className="text-muted">{t(say.none)}</p>
          ) : (
            <ul className="divide-y divide-line">
              {all.map((one) => (
                <Line key={one.id} of={one} onRemove={mayChange ? () => remove(one) : undefined} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {isAdding && <AddReminder milestones={milestones} onClose={() => setAdding(false)} />}
    </section>
  )
}

function Line({ of, onRemove }: { of: Reminder; onRemove: (() => Promise<unknown>) | undefined }) {
  const { isPending, once } = useSingleFlight()
  const untilRead = useUntilRead()
  const remove = async () => {
    await onRemove?.()
    await untilRead(reminders.list)
  }
  const { minutes, milestone, title, message, atNight, sent } = of
  const when = t(minutes < 0 ? say.before : say.after, { count: Math.abs(minutes), milestone })
  return (
    <li className="flex items-start justify-between gap-3 py-2">
      <div className="grid min-w-0 gap-0.5">
        <p className="flex flex-wrap items-center gap-x-3">
          <span className="font-strong wrap-anywhere">{title}</span>
          <span className="text-muted">{when}</span>
          {atNight && <Badge>{t(say.atNightToo)}</Badge>}
        </p>
        <p className="text-small wrap-anywhere">{message}</p>
        <Next of={of} />
        {sent.map((one) => (
          <Sent key={`${one.notificationId} ${one.at.getTime()}`} of={one} />
        ))}
      </div>
      {onRemove && (
        <IconButton
          icon="trash"
          label={t(say.deleteOf, { title })}
          isPending={isPending}
          onPress={() => void once(remove)}
        />
      )}
    </li>
  )
}

const recipientsOf = (count: number) => t(say.observers, { count })

function Next({ of: { next, isSilent } }: { of: Reminder }) {
  const moment = useMoment()
  if (next)
    return (
      <p className="text-small">
        {t(say.next, { time: moment(next.at), recipients: recipientsOf(next.recipients) })}
      </p>
    )
  return <p className="text-small text-muted">{t(isSilent ? say.isSilent : say.nothingToCome)}</p>
}

function Sent({ of: { notificationId, at, recipients } }: { of: Reminder['sent'][number] }) {
  const moment = useMoment()
  const sentence = t(say.sentAt, { time: moment(at), recipients: recipientsOf(recipients) })
  if (notificationId === null) return <p className="text-small text-muted">{sentence}</p>
  return (
    <Link
      to="/notifications/history/$id"
      params={{ id: String(notificationId) }}
      className="justify-self-start text-small text-ours underline max-sm:py-2"
    >
      {sentence}
    </Link>
  )
}
