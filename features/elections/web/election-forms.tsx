import { useState } from 'react'
import { useWrite } from '#kit/web/api.ts'
import { changedOf } from '#kit/web/editing.ts'
import { useForm } from '#kit/web/form.ts'
import { FormWindow } from '#kit/web/form-window.tsx'
import { t } from '#kit/web/language.ts'
import { Field } from '#kit/web/ui/field.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { toast } from '#kit/web/ui/toasts.ts'
import { type Election, ElectionValues, elections, type ListedElection } from '../contract.ts'
import { say } from '../copy.ts'

const hints = {
  name: say.nameExpected,
  day: say.dayExpected,
  timezone: say.timezoneExpected,
}
const touched = { touches: [elections.list, elections.current] }
const nothing = 'nothing'

type Closing = { readonly onClose: () => void }

export function EditElection({ election, onClose }: Closing & { election: ListedElection }) {
  const edit = useWrite(elections.editOne, touched)
  const form = useForm(
    ElectionValues,
    async (values) => {
      const { id, revision } = election
      const body = { ...changedOf(election, values), revision }
      await edit.mutateAsync({ params: { id }, body })
      toast.success({ title: t(say.success), text: t(say.saved) })
      onClose()
    },
    hints,
  )
  return (
    <FormWindow
      title={t(say.editTitle)}
      form={form}
      submit={t(say.save)}
      width="medium"
      onClose={onClose}
    >
      <WhenFields {...election} />
    </FormWindow>
  )
}

/** Another election, with what an earlier one leaves to it, or with areas of its own. */
export function AddElection({ known, onClose }: Closing & { known: readonly ListedElection[] }) {
  const current = known.find(({ isCurrent }) => isCurrent)
  const [from, setFrom] = useState(current ? String(current.id) : nothing)
  const [levels, setLevels] = useState(current?.levelNames.join(', ') ?? '')
  const [countyLevel, setCountyLevel] = useState(String(current?.countyLevel ?? 1))
  const levelNames = levels.split(',').flatMap((one) => one.trim() || [])
  const copied = known.find(({ id }) => String(id) === from)
  const add = useWrite(elections.add, touched)
  const form = useForm(
    ElectionValues,
    async (change) => {
      const areas = copied
        ? { copyFrom: copied.id }
        : { levelNames, countyLevel: Math.min(Number(countyLevel), levelNames.length) }
      await add.mutateAsync({ body: { ...change, ...areas } })
      toast.success({ title: t(say.success), text: t(say.added, { name: change.name }) })
      onClose()
    },
    hints,
  )
  const sources = known.map(({ id, name }) => ({ id: String(id), text: t(say.copyOf, { name }) }))
  return (
    <FormWindow title={t(say.add)} form={form} submit={t(say.add)} width="medium" onClose={onClose}>
      <WhenFields timezone={current?.timezone} />
      <Select
        label={t(say.copyFrom)}
        items={[...sources, { id: nothing, text: t(say.copyNothing) }]}
        value={from}
        onChange={setFrom}
      />
      {!copied && (
        <>
          <Field
            label={t(say.levelNames)}
            description={t(say.levelNamesAbout)}
            value={levels}
            onChange={setLevels}
            isRequired
            error={levelNames.length === 0 ? t(say.levelNamesExpected) : undefined}
          />
          {levelNames.length > 1 && (
            <Select
              label={t(say.countyLevel)}
              items={levelNames.map((text, index) => ({ id: String(index + 1), text }))}
              value={countyLevel}
              onChange={setCountyLevel}
            />
          )}
        </>
      )}
    </FormWindow>
  )
}

function WhenFields({
  name = '',
  day = '',
  timezone = 'Europe/Bucharest',
}: Partial<Pick<Election, 'name' | 'day'>> & { timezone?: string | undefined }) {
  return (
    <>
      <Field label={t(say.name)} name="name" defaultValue={name} isRequired />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t(say.day)} name="day" type="date" defaultValue={day} isRequired />
        <Field label={t(say.timezone)} name="timezone" defaultValue={timezone} isRequired />
      </div>
    </>
  )
}
