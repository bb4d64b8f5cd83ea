import { useState } from 'react'
import type { Milestone } from '#features/milestones/contract.ts'
import { ruleBlanks } from '#features/notifications/domain.ts'
import { WithBlanks } from '#features/notifications/web/blank-buttons.tsx'
import type { Id } from '#kit/contract/value/id.ts'
import { useForm } from '#kit/web/edit/form.ts'
import { FormWindow } from '#kit/web/edit/form-window.tsx'
import { t } from '#kit/web/language.ts'
import { useWrite } from '#kit/web/read/api.ts'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { Checkbox } from '#kit/web/ui/field/checkbox.tsx'
import { Field } from '#kit/web/ui/field/field.tsx'
import { NumberField } from '#kit/web/ui/field/number-field.tsx'
import { Select } from '#kit/web/ui/field/select.tsx'
import { TextArea } from '#kit/web/ui/field/text-area.tsx'
import { ReminderText, reminders } from '../contract.ts'
import { say } from '../copy.ts'
import { mostMinutes } from '../domain.ts'

type Side = 'before' | 'after'

/** Proposes a text for before and after the deadline, and keeps typed text. */
const proposed = (side: Side) => ({
  title: t(side === 'before' ? say.titleBefore : say.titleAfter),
  message: t(side === 'before' ? say.messageBefore : say.messageAfter),
})

/** The send time and the text. */
export function AddReminder({
  milestones,
  onClose,
}: {
  milestones: readonly Milestone[]
  onClose: () => void
}) {
  const [milestoneId, setMilestone] = useState(String(milestones[0]?.id ?? ''))
  const [minutes, setMinutes] = useState(30)
  const [side, setSide] = useState<Side>('before')
  const [typed, setTyped] = useState<Partial<ReturnType<typeof proposed>>>({})
  const [atNight, setAtNight] = useState(false)
  const add = useWrite(reminders.add, { touches: [reminders.list] })
  const words = { ...proposed(side), ...typed }
  const form = useForm(
    ReminderText,
    async (text) => {
      const body = {
        ...text,
        milestoneId: Number(milestoneId) as Id<'milestones'>,
        minutes: side === 'before' ? -minutes : minutes,
        atNight,
      }
      await add.mutateAsync({ body })
      toast.success({ text: t(say.added) })
      onClose()
    },
    { title: say.titleExpected, message: say.messageExpected },
  )
  const type = (change: typeof typed) => setTyped({ ...typed, ...change })
  return (
    <FormWindow
      title={t(say.add)}
      form={form}
      submit={t(say.add)}
      width="medium"
      isIncomplete={!Number.isInteger(minutes) || words.title === '' || words.message === ''}
      isDirty={Object.keys(typed).length > 0}
      onClose={onClose}
    >
      <Select
        label={t(say.milestone)}
        items={milestones.map(({ id, name }) => ({ id: String(id), text: name }))}
        value={milestoneId}
        onChange={setMilestone}
      />
      <WhenFields minutes={minutes} side={side} onMinutes={setMinutes} onSide={setSide} />
      <Field
        label={t(say.title)}
        name="title"
        value={words.title}
        onChange={(title) => type({ title })}
        maxLength={200}
        isRequired
      />
      <WithBlanks
        known={ruleBlanks}
        value={words.message}
        onChange={(message) => type({ message })}
      >
        <TextArea
          label={t(say.message)}
          name="message"
          value={words.message}
          onChange={(message) => type({ message })}
          maxLength={500}
          rows={3}
          isRequired
        />
      </WithBlanks>
      <Checkbox isSelected={atNight} onChange={setAtNight}>
        {t(say.atNight)}
      </Checkbox>
    </FormWindow>
  )
}

function WhenFields({
  minutes,
  side,
  onMinutes,
  onSide,
}: {
  minutes: number
  side: Side
  onMinutes: (minutes: number) => void
  onSide: (side: Side) => void
}) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <NumberField
        label={t(say.minutes)}
        value={minutes}
        onChange={onMinutes}
        minValue={1}
        maxValue={mostMinutes}
      />
      <Select
        label={t(say.when)}
        items={[
          { id: 'before', text: t(say.beforeDeadline) },
          { id: 'after', text: t(say.afterDeadline) },
        ]}
        value={side}
        onChange={onSide}
      />
    </div>
  )
}
