import { type ReactNode, useState } from 'react'
import type { ChosenStation } from '#features/places/web/station/station-search.tsx'
import type { Reply } from '#kit/contract/endpoint.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { useForm } from '#kit/web/edit/form.ts'
import { FormWindow } from '#kit/web/edit/form-window.tsx'
import { t } from '#kit/web/language.ts'
import { padMoment } from '#kit/web/moments.ts'
import { useWrite } from '#kit/web/read/api.ts'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { incidents } from '../contract.ts'
import {
  type BriefIncident,
  type Incident,
  IncidentDraft,
  type ReportKey,
} from '../incident-contract.ts'
import { say } from './copy.ts'
import { IncidentFields, isComplete, type TypedIncident } from './incident-fields.tsx'
import { touches } from './use-incidents.ts'

const Titled = IncidentDraft.pick({ title: true })

/** What an incident takes over from reports or a note. */
export type FromReports = {
  readonly reports?: readonly ReportKey[]
  readonly notes?: readonly Id<'notes'>[]
  readonly title: string
  readonly station?: ChosenStation
  readonly countyId?: Incident['countyId']
}

const titleOf = (from: FromReports | undefined) => {
  if (from?.notes) return say.makeFromNote
  return from?.reports?.length === 1 ? say.makeFrom : say.add
}

export function AddIncident({
  from,
  onAdded,
  onClose,
  children,
}: {
  from?: FromReports | undefined
  onAdded?: (added: Pick<BriefIncident, 'id' | 'number'>) => void
  onClose: () => void
  /** What is above its fields. */
  children?: ReactNode
}) {
  const [first] = useState<TypedIncident>({
    ...{ title: from?.title.slice(0, 200) ?? '', category: null, severity: 'medium' },
    ...{
      pollingStationId: from?.station?.id ?? null,
      countyId: from?.countyId ?? null,
      owner: null,
      escalateTo: null,
      dueAt: null,
    },
  })
  const [value, setValue] = useState(first)
  const add = useWrite(incidents.add, touches)
  const form = useForm(
    Titled,
    async ({ title }) => {
      const { category, dueAt, ...rest } = value
      const body = { ...rest, title, category: category ?? '', dueAt: dueAt && padMoment(dueAt) }
      const added: Reply<typeof incidents.add> = await add.mutateAsync({
        body: { ...body, reports: [...(from?.reports ?? [])], notes: [...(from?.notes ?? [])] },
      })
      toast.success({ text: t(say.added, { number: added.number }) })
      onClose()
      onAdded?.(added)
    },
    { title: say.titleExpected },
  )
  return (
    <FormWindow
      title={t(titleOf(from))}
      form={form}
      submit={t(say.add)}
      isIncomplete={!isComplete(value)}
      isDirty={value !== first}
      width="medium"
      onClose={onClose}
    >
      {children}
      <IncidentFields
        value={value}
        onChange={(change) => setValue({ ...value, ...change })}
        station={from?.station}
      />
    </FormWindow>
  )
}
