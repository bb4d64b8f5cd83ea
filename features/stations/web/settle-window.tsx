import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod'
import { Problem } from '#kit/contract/problem.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { useForm } from '#kit/web/edit/form.ts'
import { FormWindow } from '#kit/web/edit/form-window.tsx'
import { t } from '#kit/web/language.ts'
import { read, useWrite } from '#kit/web/read/api.ts'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { Select } from '#kit/web/ui/field/select.tsx'
import { TextArea } from '#kit/web/ui/field/text-area.tsx'
import { type ComparedQuestion, Settling, type StationVisit, stations } from '../contract.ts'
import { say } from '../copy.ts'
import { answerOf } from './given-answers.tsx'
import { Standing } from './standing.tsx'

const neither = 'neither'
const Fields = z.object({ reason: Settling.shape.reason })

type Props = {
  readonly stationId: number
  readonly visits: readonly StationVisit[]
  readonly question: ComparedQuestion
  readonly onClose: () => void
}

/** Chooses the right answer and asks for a reason. */
export function SettleWindow({ stationId, visits, question, onClose }: Props) {
  const [whose, setWhose] = useState<string | null>(null)
  const settle = useSettling(stationId as Id<'pollingStations'>, question)
  const undo = useWrite(stations.undoSettling, { touches: [stations.visits] })
  const form = useForm(
    Fields,
    async ({ reason }) => {
      const observerId = whose === neither ? null : (Number(whose) as Id<'observers'>)
      const id = await settle({ observerId, reason })
      toast.success({
        title: t(say.settledNow),
        undo: async () => {
          await undo.mutateAsync({ params: { id } })
          return t(say.undoneNow)
        },
      })
      onClose()
    },
    { reason: say.reasonExpected },
  )
  const answered = visits.filter(
    ({ observerId, pollingStationId, isTest, review }) =>
      !isTest &&
      review.state !== 'set-aside' &&
      question.answers.some(
        (one) =>
          one.isLast && one.observerId === observerId && one.pollingStationId === pollingStationId,
      ),
  )
  return (
    <FormWindow
      title={t(say.settleOf, { code: question.questionCode })}
      form={form}
      submit={t(say.settle)}
      isIncomplete={whose === null}
      width="medium"
      onClose={onClose}
    >
      <p>{question.text}</p>
      {question.state !== 'open' && <Standing question={question} />}
      <Select
        label={t(say.whose)}
        items={[
          ...answered.map((visit) => ({
            id: String(visit.observerId),
            text: t(say.answerOf, { name: visit.observerName, answer: answerOf(question, visit) }),
          })),
          { id: neither, text: t(say.neither) },
        ]}
        value={whose}
        onChange={setWhose}
        isRequired
      />
      <TextArea
        name="reason"
        label={t(say.reason)}
        description={t(say.settleAbout)}
        maxLength={2000}
        isRequired
      />
    </FormWindow>
  )
}

/** Settles the answers read when the dialog opened, or the changed ones that it has shown since. */
function useSettling(pollingStationId: Id<'pollingStations'>, question: ComparedQuestion) {
  const client = useQueryClient()
  const [seen, setSeen] = useState(question.seen)
  const settling = useWrite(stations.settle, { touches: [stations.visits] })
  const params = { pollingStationId }
  const readAgain = async (failure: unknown): Promise<never> => {
    if (failure instanceof Problem && failure.code === 'station.answers-changed') {
      const { questions } = await client.fetchQuery({
        ...read(stations.visits, { params }),
        staleTime: 0,
      })
      setSeen(questions.find(({ id }) => id === question.id)?.seen ?? seen)
    }
    throw failure
  }
  return (choice: Pick<Settling, 'observerId' | 'reason'>) =>
    settling
      .mutateAsync({ params, body: { ...choice, questionId: question.id, seen } })
      .catch(readAgain)
}
