import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import * as z from 'zod'
import { May } from '#features/session/web/may.tsx'
import { useAttempt } from '#kit/web/edit/attempt.ts'
import { useForm } from '#kit/web/edit/form.ts'
import { FormWindow } from '#kit/web/edit/form-window.tsx'
import { t } from '#kit/web/language.ts'
import { read, useWrite } from '#kit/web/read/api.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { FoundChoice } from '#kit/web/ui/field/found-choice.tsx'
import { incidents } from '../contract.ts'
import type { BriefIncident, OpenIncident } from '../incident-contract.ts'
import { say } from './copy.ts'
import { touches } from './use-incidents.ts'

const titleOf = ({ number, title }: Pick<BriefIncident, 'number' | 'title'>) =>
  t(say.open, { number: String(number), title })

/** Chooses the incident to merge into. */
export function MergeWindow({ of: incident, onClose }: { of: OpenIncident; onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [into, setInto] = useState<BriefIncident>()
  const request = { params: { id: incident.id }, query: { search: typed.trim() } }
  const { data = [], isFetching } = useQuery({
    ...read(incidents.listTargets, request),
    placeholderData: keepPreviousData,
  })
  const lineOf = (one: BriefIncident) => ({
    ...{ id: String(one.id), text: titleOf(one), about: one.place },
  })
  const merge = useWrite(incidents.merge, touches)
  const part = useWrite(incidents.part, touches)
  const navigate = useNavigate()
  const form = useForm(z.object({}), async () => {
    if (!into) return
    const params = { id: incident.id }
    await merge.mutateAsync({ params, body: { into: into.id } })
    toast.success({
      text: t(say.mergedNow, { number: String(incident.number), into: String(into.number) }),
      undo: async () => {
        await part.mutateAsync({ params })
        return t(say.partedNow)
      },
    })
    onClose()
    await navigate({
      ...{ to: '/incidents/$id', params: { id: String(into.id) }, ignoreBlocker: true },
    })
  })
  return (
    <FormWindow
      title={t(say.mergeTitle, { number: String(incident.number) })}
      form={form}
      submit={t(say.mergeNow)}
      isIncomplete={!into}
      isDirty={false}
      width="medium"
      onClose={onClose}
    >
      <p className="text-muted">{t(say.mergeAbout)}</p>
      <FoundChoice
        label={t(say.findIncident)}
        change={t(say.changeIncident)}
        typed={typed}
        onType={setTyped}
        found={data.map(lineOf)}
        isAsking={isFetching}
        chosen={into && lineOf(into)}
        onChoose={(found) => setInto(data.find(({ id }) => String(id) === found?.id))}
      />
    </FormWindow>
  )
}

/** The incident that this one is merged into, and those merged into it. */
export function MergedIncidents({ of: { id, mergedInto, merged } }: { of: OpenIncident }) {
  if (mergedInto)
    return (
      <Card title={t(say.isMerged)}>
        <Line of={mergedInto} parted={id} />
      </Card>
    )
  if (merged.length === 0) return null
  return (
    <Card title={t(say.merged)}>
      {merged.map((one) => (
        <Line key={one.id} of={one} parted={one.id} />
      ))}
    </Card>
  )
}

function Line({ of: incident, parted }: { of: BriefIncident; parted: BriefIncident['id'] }) {
  const part = useWrite(incidents.part, touches)
  const { isPending, attempt } = useAttempt()
  return (
    <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <Link
        to="/incidents/$id"
        params={{ id: String(incident.id) }}
        className="min-w-0 font-strong text-ours underline-offset-2 wrap-anywhere hover:underline"
      >
        {titleOf(incident)}
      </Link>
      <May to="review">
        <Button
          size="small"
          aria-label={t(say.partOf, { number: String(incident.number) })}
          isPending={isPending}
          onPress={() =>
            attempt(async () => {
              await part.mutateAsync({ params: { id: parted } })
              toast.success({ text: t(say.partedNow) })
            })
          }
          className="print:hidden"
        >
          {t(say.part)}
        </Button>
      </May>
    </p>
  )
}
