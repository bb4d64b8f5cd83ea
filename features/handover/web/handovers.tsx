import { type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import { May } from '#features/session/web/may.tsx'
import { useAttempt } from '#kit/web/edit/attempt.ts'
import { unsentOf } from '#kit/web/edit/unsent.ts'
import { t } from '#kit/web/language.ts'
import { useWrite } from '#kit/web/read/api.ts'
import { useMoment } from '#kit/web/time.tsx'
import { Badge } from '#kit/web/ui/badge.tsx'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { TextArea } from '#kit/web/ui/field/text-area.tsx'
import { useHandedFocus } from '#kit/web/ui/handed-focus.ts'
import { Unsaved } from '#kit/web/ui/overlay/unsaved.tsx'
import { type Handover, handover } from '../contract.ts'
import { say } from './copy.ts'

const touches = { touches: [handover.read] }

/** What earlier shifts left, the newest first, and a field for this one. */
export function Handovers({ all }: { all: readonly Handover[] }) {
  const among = useRef<HTMLElement>(null)
  return (
    <Card ref={among} title={t(say.notes)}>
      <May to="review">
        <NewHandover />
      </May>
      {all.length === 0 ? (
        <p className="text-small text-muted">{t(say.none)}</p>
      ) : (
        <ul className="grid gap-4">
          {all.map((one) => (
            <Line key={one.id} of={one} among={among} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function Line({ of, among }: ActProps) {
  const time = useMoment()
  return (
    <li className="grid gap-1">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-strong">{of.writtenBy}</span>
        <time dateTime={of.writtenAt.toISOString()} className="text-small text-muted">
          {time(of.writtenAt)}
        </time>
        {of.takenAt ? (
          <Badge tone="done" icon="check">
            {t(say.takenBy, { name: of.takenBy ?? '', time: time(of.takenAt) })}
          </Badge>
        ) : (
          <Badge tone="attention" icon="clock">
            {t(say.waiting)}
          </Badge>
        )}
        <May to="review">
          <span className="ms-auto print:hidden">
            <Acts of={of} among={among} />
          </span>
        </May>
      </div>
      <p className="max-w-prose whitespace-pre-line wrap-anywhere">{of.text}</p>
    </li>
  )
}

type ActProps = { readonly of: Handover; readonly among: RefObject<HTMLElement | null> }

/** Its author deletes it until it is taken over, by anybody else; who took it over can give it back. */
function Acts({ of, among }: ActProps) {
  if (of.isTakenByCaller) return <GiveBack of={of} among={among} />
  if (of.takenAt) return null
  return of.isOwn ? <Delete of={of} among={among} /> : <Take of={of} among={among} />
}

function GiveBack({ of: { id }, among }: ActProps) {
  useHandedFocus(among)
  const giveBack = useWrite(handover.giveBack, touches)
  const { isPending, attempt } = useAttempt()
  const giveItBack = () =>
    attempt(async () => {
      await giveBack.mutateAsync({ params: { id } })
      toast.success({ text: t(say.givenBack) })
    })
  return (
    <Button look="bare" size="small" isPending={isPending} onPress={giveItBack}>
      {t(say.giveBack)}
    </Button>
  )
}

function Take({ of: { id, writtenBy, writtenAt }, among }: ActProps) {
  useHandedFocus(among)
  const take = useWrite(handover.take, touches)
  const giveBack = useWrite(handover.giveBack, touches)
  const { isPending, attempt } = useAttempt()
  const time = useMoment()(writtenAt)
  const takeIt = () =>
    attempt(async () => {
      const { first } = await take.mutateAsync({ params: { id } })
      if (first !== null) {
        toast.warning({ text: t(say.takenFirst, { name: first }) })
        return
      }
      toast.success({
        text: t(say.taken),
        undo: async () => {
          await giveBack.mutateAsync({ params: { id } })
          return t(say.givenBack)
        },
      })
    })
  return (
    <Button
      look="primary"
      size="small"
      isPending={isPending}
      onPress={takeIt}
      aria-label={t(say.takeFrom, { name: writtenBy, time })}
    >
      {t(say.take)}
    </Button>
  )
}

function Delete({ of: { id, writtenAt }, among }: ActProps) {
  useHandedFocus(among)
  const remove = useWrite(handover.remove, touches)
  const restore = useWrite(handover.restore, touches)
  const { isPending, attempt } = useAttempt()
  const time = useMoment()(writtenAt)
  const deleteIt = () =>
    attempt(async () => {
      await remove.mutateAsync({ params: { id } })
      toast.success({
        text: t(say.deleted),
        undo: async () => {
          await restore.mutateAsync({ params: { id } })
          return t(say.restored)
        },
      })
    })
  return (
    <IconButton
      icon="trash"
      label={t(say.delete, { time })}
      isPending={isPending}
      onPress={deleteIt}
    />
  )
}

function NewHandover() {
  const [text, setText] = useState('')
  const write = useWrite(handover.write, touches)
  const { isPending, attempt } = useAttempt()
  const isEmpty = text.trim() === ''
  const send = () =>
    attempt(async () => {
      await write.mutateAsync({ body: { text } })
      setText((now) => unsentOf(now, text))
      toast.success({ text: t(say.written) })
    })
  const sendByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isEmpty) return
    event.preventDefault()
    send()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the field within.
    <div onKeyDown={sendByKey} className="grid justify-items-start gap-2 print:hidden">
      <TextArea
        label={t(say.yours)}
        value={text}
        onChange={setText}
        rows={3}
        maxLength={4000}
        className="w-full"
      />
      <Unsaved name={t(say.yours)} isDirty={!isEmpty} />
      <Button isPending={isPending} isDisabled={isEmpty} onPress={send}>
        {t(say.write)}
      </Button>
    </div>
  )
}
