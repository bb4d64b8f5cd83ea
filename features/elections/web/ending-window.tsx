import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod'
import { useForm } from '#kit/web/edit/form.ts'
import { FormWindow } from '#kit/web/edit/form-window.tsx'
import { t } from '#kit/web/language.ts'
import { read, useWrite } from '#kit/web/read/api.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { DayField } from '#kit/web/ui/field/day-field.tsx'
import { Field } from '#kit/web/ui/field/field.tsx'
import { type Election, ElectionValues, elections } from '../contract.ts'
import { say } from '../copy.ts'
import { touched } from './act.ts'

type Props = {
  readonly election: Election
  readonly onEnded: () => void
  readonly onClose: () => void
}

/** Ends the rehearsal: starts it for real or, on a second press, deletes it. */
export function EndingWindow(props: Props) {
  const [isDeleting, setDeleting] = useState(false)
  return isDeleting ? (
    <DeleteRehearsal {...props} />
  ) : (
    <StartForReal
      election={props.election}
      onClose={props.onClose}
      onDelete={() => setDeleting(true)}
    />
  )
}

const Named = ElectionValues.pick({ name: true, day: true })

/** Starts a rehearsal for real, with its stations, forms and observers. */
export function StartForReal({
  election,
  onDelete,
  onClose,
}: Omit<Props, 'onEnded'> & {
  /** Offers to delete it instead. */
  readonly onDelete?: () => void
}) {
  const { id } = election
  const [name, setName] = useState(election.name)
  const [day, setDay] = useState(election.day)
  const edit = useWrite(elections.editOne, touched)
  const start = useWrite(elections.start, touched)
  const listed = useQuery(read(elections.list, { query: {} })).data?.find((one) => one.id === id)
  const form = useForm(
    Named,
    async (body) => {
      await edit.mutateAsync({ params: { id }, body })
      const { isStarted } = await start.mutateAsync({ params: { id } })
      toast.success({ text: t(isStarted ? say.started : say.startBegun, { name: body.name }) })
      onClose()
    },
    { name: say.nameExpected, day: say.dayExpected },
  )
  return (
    <FormWindow
      title={t(onDelete ? say.endTitle : say.startTitle, { name: election.name })}
      form={form}
      submit={t(say.start)}
      width="medium"
      onClose={onClose}
    >
      <p>{t(say.startWhy)}</p>
      {listed && listed.waitingMessages > 0 && (
        <p>{t(say.startTakesBack, { count: listed.waitingMessages })}</p>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={t(say.name)}
          name="name"
          value={name}
          onChange={setName}
          isRequired
          autoFocus
        />
        <DayField label={t(say.day)} name="day" value={day} onChange={setDay} isRequired />
      </div>
      {onDelete && (
        <p className="flex flex-wrap items-center justify-between gap-2 border-t border-line pt-4 text-muted">
          {t(say.endOtherwise)}
          <Button look="quiet" onPress={onDelete}>
            {t(say.clear)}
          </Button>
        </p>
      )}
    </FormWindow>
  )
}

function DeleteRehearsal({ election: { name }, onEnded, onClose }: Props) {
  const [typed, setTyped] = useState('')
  const clear = useWrite(elections.clearRehearsal, { touches: [elections.current] })
  const form = useForm(z.object({}), async () => {
    await clear.mutateAsync({})
    onEnded()
    onClose()
  })
  return (
    <FormWindow
      title={t(say.clearTitle)}
      form={form}
      submit={t(say.clearConfirm)}
      isDeletion
      isIncomplete={typed.trim() !== name}
      onClose={onClose}
    >
      <p>{t(say.clearWarning, { election: name })}</p>
      <Field
        label={t(say.clearName)}
        description={t(say.clearNameAbout, { election: name })}
        value={typed}
        onChange={setTyped}
        autoFocus
        autoComplete="off"
      />
    </FormWindow>
  )
}
