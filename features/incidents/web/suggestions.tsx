import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAttempt } from '#kit/web/edit/attempt.ts'
import { t } from '#kit/web/language.ts'
import { read, useWrite } from '#kit/web/read/api.ts'
import { useMoment } from '#kit/web/time.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { NumberedName } from '#kit/web/ui/table/numbered-name.tsx'
import { incidents } from '../contract.ts'
import type { Suggestion } from '../suggestion-contract.ts'
import { AddIncident } from './add-incident.tsx'
import { say } from './copy.ts'
import { touches } from './use-incidents.ts'

/** Flagged answers that may be one incident; nothing without any. */
export function Suggestions() {
  const { data = [] } = useQuery({
    ...read(incidents.listSuggestions, {}),
    refetchInterval: 60_000,
  })
  const [chosen, setChosen] = useState<Suggestion>()
  return (
    <>
      {data.length > 0 && (
        <Card title={t(say.suggestions)}>
          <ul className="max-h-60 divide-y divide-line overflow-auto">
            {data.map((one) => (
              <Line
                key={`${one.pollingStationId}/${one.countyId}/${one.questionId}/${one.from.getTime()}`}
                of={one}
                onChoose={() => setChosen(one)}
              />
            ))}
          </ul>
        </Card>
      )}
      {chosen && <AddIncident from={incidentOf(chosen)} onClose={() => setChosen(undefined)} />}
    </>
  )
}

const incidentOf = ({ pollingStationId, countyId, place, question, reports }: Suggestion) => ({
  ...{ title: question, reports, countyId },
  ...(pollingStationId && { station: { id: pollingStationId, name: place } }),
})

function Line({ of: suggestion, onChoose }: { of: Suggestion; onChoose: () => void }) {
  const { place, question, reports, from, until } = suggestion
  const { pollingStationId, countyId, questionId } = suggestion
  const moment = useMoment()
  const dismissing = useWrite(incidents.dismissSuggestion, touches)
  const restoring = useWrite(incidents.restoreSuggestion, touches)
  const { isPending, attempt } = useAttempt()
  const dismiss = () =>
    attempt(async () => {
      const body = { pollingStationId, countyId, questionId, until: until.toISOString() }
      const id = await dismissing.mutateAsync({ body })
      toast.success({
        text: t(say.suggestionDismissed),
        undo: async () => {
          await restoring.mutateAsync({ params: { id } })
          return t(say.suggestionBack)
        },
      })
    })
  const name = `${place}: ${question}`
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1">
      <span className="min-w-0 flex-1 basis-64">
        <span className="font-strong">
          <NumberedName text={place} />
        </span>{' '}
        <span className="wrap-anywhere">{question}</span>
        <span className="block text-small text-muted">
          {t(say.flaggedReports, { count: reports.length })}, {moment(from)} – {moment(until)}
        </span>
      </span>
      <Button size="small" aria-label={t(say.makeOf, { name })} onPress={onChoose}>
        {t(say.makeIncident)}
      </Button>
      <Button
        size="small"
        aria-label={t(say.dismissOf, { name })}
        isPending={isPending}
        onPress={dismiss}
      >
        {t(say.dismiss)}
      </Button>
    </li>
  )
}
