import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { places } from '#features/places/contract.ts'
import type { ChosenStation } from '#features/places/web/station/station-search.tsx'
import type { Copy } from '#kit/contract/copy.ts'
import { useEditing } from '#kit/web/edit/editing.ts'
import { EditingWindow } from '#kit/web/edit/editing-window.tsx'
import { useForm } from '#kit/web/edit/form.ts'
import { t } from '#kit/web/language.ts'
import { padMoment, typedMoment } from '#kit/web/moments.ts'
import { read, useWrite } from '#kit/web/read/api.ts'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { Select } from '#kit/web/ui/field/select.tsx'
import { TextArea } from '#kit/web/ui/field/text-area.tsx'
import { incidents } from '../contract.ts'
import { severityNames, stateNames, say as words } from '../copy.ts'
import { states } from '../domain.ts'
import { type Incident, IncidentDraft } from '../incident-contract.ts'
import { say } from './copy.ts'
import { IncidentFields, isComplete, type TypedIncident } from './incident-fields.tsx'
import { touches, useCategories } from './use-incidents.ts'

const Titled = IncidentDraft.pick({ title: true })

const names = { ...words, pollingStationId: say.place, countyId: say.county }

/** @param incident its current state */
export function EditIncident({
  incident,
  timezone,
  onClose,
}: {
  incident: Incident
  timezone: string
  onClose: () => void
}) {
  const { id, title, category, severity, state, owner, informed, outcome, dueAt } = incident
  const { pollingStationId, countyId, place, escalateTo } = incident
  const typed: TypedIncident & Pick<Incident, 'state' | 'informed' | 'outcome'> = {
    ...{ title, category, severity, state, pollingStationId, countyId, owner, informed, outcome },
    escalateTo,
    dueAt: dueAt && typedMoment(dueAt, timezone),
  }
  const { show, onStation } = useShown(incident)
  const editing = useEditing(typed, incident)
  const { values, onType } = editing
  const edit = useWrite(incidents.edit, touches)
  const form = useForm(
    Titled,
    () =>
      editing.save(async ({ category: chosen, dueAt: at, ...change }) => {
        const body = {
          ...change,
          ...(chosen && { category: chosen }),
          ...(at !== undefined && { dueAt: at && padMoment(at) }),
        }
        await edit.mutateAsync({ params: { id }, body })
        toast.success({ text: t(say.saved) })
        onClose()
        return true
      }),
    { title: say.titleExpected },
  )
  return (
    <EditingWindow
      title={t(say.editTitle)}
      form={form}
      submit={t(say.save)}
      editing={editing}
      names={names}
      show={show}
      width="medium"
      isIncomplete={!isComplete(values)}
      onClose={onClose}
    >
      <Select
        label={t(words.state)}
        items={states.map((one) => ({ id: one, text: t(stateNames[one]) }))}
        value={values.state}
        onChange={(next) => onType({ state: next })}
      />
      <IncidentFields
        value={values}
        onChange={onType}
        station={pollingStationId === null ? undefined : { id: pollingStationId, name: place }}
        onStation={onStation}
      />
      <TextArea
        label={t(words.informed)}
        value={values.informed}
        onChange={(next) => onType({ informed: next })}
        maxLength={2000}
      />
      <TextArea
        label={t(words.outcome)}
        value={values.outcome}
        onChange={(next) => onType({ outcome: next })}
        maxLength={2000}
      />
    </EditingWindow>
  )
}

const wordsOf: Readonly<Record<string, Copy>> = { ...stateNames, ...severityNames }

/** Shows a value in an edit conflict, beside the one that a colleague has saved meanwhile. */
function useShown({ pollingStationId, place, category }: Incident) {
  const [chosen, setChosen] = useState<ChosenStation>()
  const { data: counties = [] } = useQuery({ ...read(places.counties, {}), staleTime: 300_000 })
  const categories = useCategories(category)
  const nameOf: Readonly<Record<string, (value: unknown) => string | undefined>> = {
    category: (value) => categories.find(({ id }) => id === value)?.text,
    countyId: (value) => counties.find(({ id }) => id === value)?.name,
    pollingStationId: (value) => (value === pollingStationId ? place : chosen?.name),
  }
  const show = (value: string | number | null, field: string): string => {
    const name = value === null ? '' : nameOf[field]?.(value)
    return name ?? (wordsOf[String(value)] ? t(wordsOf[String(value)] as Copy) : String(value))
  }
  return { show, onStation: setChosen }
}
