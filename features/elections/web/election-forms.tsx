import { useState } from 'react'
import type * as z from 'zod'
import { useEditing } from '#kit/web/edit/editing.ts'
import { EditingWindow } from '#kit/web/edit/editing-window.tsx'
import { useForm } from '#kit/web/edit/form.ts'
import { FormWindow } from '#kit/web/edit/form-window.tsx'
import { locale, t } from '#kit/web/language.ts'
import { useWrite } from '#kit/web/read/api.ts'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { Choice } from '#kit/web/ui/field/choice.tsx'
import { DayField } from '#kit/web/ui/field/day-field.tsx'
import { Field } from '#kit/web/ui/field/field.tsx'
import { NumberField } from '#kit/web/ui/field/number-field.tsx'
import { Select } from '#kit/web/ui/field/select.tsx'
import { ElectionValues, elections, type ListedElection } from '../contract.ts'
import { say } from '../copy.ts'
import { countries } from '../countries-domain.ts'
import { callPauses } from '../pause-domain.ts'
import { type Keep, useClockTimes, ZoneChoice } from './zone-choice.tsx'

const hints = {
  name: say.nameExpected,
  day: say.dayExpected,
  timezone: say.timezoneExpected,
}
const touched = { touches: [elections.list, elections.current] }
const nothing = 'nothing'

type Closing = { readonly onClose: () => void }

/** @param election its current state. */
export function EditElection({ election, onClose }: Closing & { election: ListedElection }) {
  const { id, name, day, timezone, country, callPauseMinutes } = election
  const editing = useEditing({ name, day, timezone, country, callPauseMinutes }, election)
  const edit = useWrite(elections.editOne, touched)
  const typed = editing.values.timezone
  const [keep, setKeep] = useState<Keep>()
  const times = useClockTimes(id, timezone, typed)
  const form = useForm(
    ElectionValues,
    () =>
      editing.save(async (body) => {
        await edit.mutateAsync({ params: { id }, body: { ...body, keep } })
        toast.success({ text: t(say.saved) })
        onClose()
        return true
      }),
    hints,
  )
  return (
    <EditingWindow
      title={t(say.editTitle)}
      form={form}
      submit={t(say.save)}
      editing={editing}
      names={{
        ...{ name: say.name, day: say.day, timezone: say.timezone, country: say.country },
        callPauseMinutes: say.callPause,
      }}
      show={(value) => (value === null ? t(say.countryOfZone) : countryName(String(value)))}
      isIncomplete={!times || (times.length > 0 && !keep)}
      width="medium"
      onClose={onClose}
    >
      <WhenFields typed={editing.values} onType={editing.onType} />
      {times && (
        <ZoneChoice
          times={times}
          zones={{ from: timezone, to: typed }}
          value={keep}
          onChange={setKeep}
        />
      )}
    </EditingWindow>
  )
}

/** A new election, set up like an earlier one, or with areas of its own. */
export function AddElection({ known, onClose }: Closing & { known: readonly ListedElection[] }) {
  const current = known.find(({ isCurrent }) => isCurrent)
  const [from, setFrom] = useState(current ? String(current.id) : nothing)
  const { timezone = 'Europe/Bucharest', country = null } = current ?? {}
  const { callPauseMinutes = callPauses.usual } = current ?? {}
  const usual = { timezone, country, callPauseMinutes }
  const [typed, setTyped] = useState<ElectionFormValues>({ name: '', day: '', ...usual })
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
      const { country: of, callPauseMinutes: pause } = typed
      await add.mutateAsync({
        body: { ...change, country: of, callPauseMinutes: pause, ...areas },
      })
      toast.success({ text: t(say.added, { name: change.name }) })
      onClose()
    },
    hints,
  )
  const sources = known.map(({ id, name }) => ({ id: String(id), text: t(say.copyOf, { name }) }))
  return (
    <FormWindow title={t(say.add)} form={form} submit={t(say.add)} width="medium" onClose={onClose}>
      <WhenFields typed={typed} onType={(change) => setTyped({ ...typed, ...change })} />
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

type ElectionFormValues = Omit<z.output<typeof ElectionValues>, 'country'> & {
  readonly country: string | null
  readonly callPauseMinutes: number
}

function WhenFields({
  typed,
  onType,
}: {
  typed: ElectionFormValues
  onType: (change: Partial<ElectionFormValues>) => void
}) {
  const [items] = useState(countriesByName)
  const field = (name: 'name' | 'day' | 'timezone') => ({
    name,
    value: typed[name],
    onChange: (value: string) => onType({ [name]: value }),
    isRequired: true,
  })
  return (
    <>
      <Field label={t(say.name)} {...field('name')} />
      <div className="grid gap-4 sm:grid-cols-2">
        <DayField label={t(say.day)} {...field('day')} />
        <Field label={t(say.timezone)} {...field('timezone')} />
      </div>
      <Choice
        label={t(say.country)}
        description={t(say.countryAbout)}
        items={items}
        value={typed.country}
        onChange={(country) => onType({ country })}
        placeholder={t(say.countryOfZone)}
      />
      <NumberField
        label={t(say.callPause)}
        description={t(say.callPauseAbout)}
        value={typed.callPauseMinutes}
        onChange={(minutes) => !Number.isNaN(minutes) && onType({ callPauseMinutes: minutes })}
        minValue={callPauses.least}
        maxValue={callPauses.most}
      />
    </>
  )
}

/** A country's name in the reader's language; other texts are returned unchanged. */
const countryName = (code: string) =>
  countries.includes(code)
    ? (new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code)
    : code

function countriesByName() {
  const order = new Intl.Collator(locale)
  return countries
    .map((id) => ({ id, text: countryName(id) }))
    .sort((one, other) => order.compare(one.text, other.text))
}
