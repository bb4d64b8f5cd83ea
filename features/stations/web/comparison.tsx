import { useState } from 'react'
import { t } from '#kit/web/language.ts'
import { Card } from '#kit/web/ui/card.tsx'
import { EmptyState } from '#kit/web/ui/feedback/states.tsx'
import { useNarrow } from '#kit/web/ui/use-narrow.ts'
import type { ComparedQuestion, StationVisit } from '../contract.ts'
import { say } from '../copy.ts'
import { anchorOf, useQuestionOfAddress } from './anchor.ts'
import { DifferenceLine } from './difference-line.tsx'
import { GivenAnswers } from './given-answers.tsx'
import { SettleWindow } from './settle-window.tsx'
import { Settled } from './settled.tsx'
import { VisitHead } from './visit-head.tsx'

type Props = {
  readonly stationId: number
  readonly visits: readonly StationVisit[]
  readonly questions: readonly ComparedQuestion[]
}

/** An observer may have reported from several merged stations. */
const keyOf = ({ observerId, pollingStationId }: StationVisit) =>
  `${observerId}/${pollingStationId}`

const isOpen = ({ state }: ComparedQuestion) => state === 'open' || state === 'reopened'

/** All visits side by side: an observer a column, a question a row. */
export function Comparison({ stationId, visits, questions }: Props) {
  const isNarrow = useNarrow()
  useQuestionOfAddress()
  const [settling, setSettling] = useState<ComparedQuestion>()
  const open = questions.filter(isOpen)
  const shown = { visits, questions, settlingId: settling?.id, onSettle: setSettling }
  return (
    <>
      <Card
        title={t(say.visits)}
        about={t(say.visitsCounted, { count: visits.length })}
        actions={
          visits.length > 1 && (
            <DifferenceLine all={questions.map(anchorOf)} open={open.map(anchorOf)} />
          )
        }
        className="overflow-clip"
      >
        {visits.length === 0 ? (
          <EmptyState icon="note" title={t(say.noVisits)}>
            {t(say.noVisitsWhy)}
          </EmptyState>
        ) : isNarrow ? (
          <Stacked {...shown} />
        ) : (
          <SideBySide {...shown} />
        )}
      </Card>
      {settling && (
        <SettleWindow
          stationId={stationId}
          visits={visits}
          // The dialog stays open while a reason is being typed, even if all answers are withdrawn.
          question={questions.find(({ id }) => id === settling.id) ?? settling}
          onClose={() => setSettling(undefined)}
        />
      )}
    </>
  )
}

type Shown = Omit<Props, 'stationId'> & {
  readonly settlingId: number | undefined
  readonly onSettle: (question: ComparedQuestion) => void
}

const formsOf = (questions: readonly ComparedQuestion[]) =>
  [...new Map(questions.map((one) => [one.formId, one])).values()].map(
    ({ formId, formCode, formDescription }) => ({
      id: formId,
      title: `${formCode} · ${formDescription}`,
      questions: questions.filter((one) => one.formId === formId),
    }),
  )

const rowOf = (question: ComparedQuestion) =>
  isOpen(question) ? 'bg-attention-soft' : 'bg-surface'

function SideBySide({ visits, questions, settlingId, onSettle }: Shown) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset holds fields, and there are none.
    <div
      role="group"
      aria-label={t(say.visits)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keys have to scroll it sideways, too.
      tabIndex={0}
      className="-mx-4 -mb-4 overflow-x-auto"
    >
      <table className="w-full border-collapse text-start">
        {/* It is too high to be repeated on each sheet. */}
        <thead className="print:table-row-group">
          <tr className="border-y border-line align-top">
            <th scope="col" className={`${first} bg-surface text-small text-muted`}>
              {t(say.question)}
            </th>
            {visits.map((visit) => (
              <th key={keyOf(visit)} scope="col" className={`${cell} font-normal`}>
                <VisitHead visit={visit} />
              </th>
            ))}
          </tr>
        </thead>
        {formsOf(questions).map((form) => (
          <tbody key={form.id}>
            <tr className="border-b border-line bg-sunken">
              <th
                scope="rowgroup"
                colSpan={visits.length + 1}
                className="px-4 py-1.5 text-start font-strong"
              >
                {form.title}
              </th>
            </tr>
            {form.questions.map((question) => (
              <tr
                key={question.id}
                id={anchorOf(question)}
                tabIndex={-1}
                className={`scroll-mt-16 border-b border-line align-top outline-offset-[-2px] ${rowOf(question)}`}
              >
                <th scope="row" className={`${first} font-normal ${rowOf(question)}`}>
                  <span className="font-strong">{question.questionCode}</span> {question.text}
                  <Settled
                    question={question}
                    isSettling={question.id === settlingId}
                    onSettle={onSettle}
                  />
                </th>
                {visits.map((visit) => (
                  <td key={keyOf(visit)} className={cell}>
                    <GivenAnswers question={question} visit={visit} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}

const cell = 'min-w-48 px-4 py-2 text-start wrap-anywhere'
const first = `sticky start-0 z-1 w-80 max-w-96 ${cell}`

/** The narrow layout. */
function Stacked({ visits, questions, settlingId, onSettle }: Shown) {
  return (
    <div className="grid gap-4">
      <ul className="grid gap-3">
        {visits.map((visit) => (
          <li key={keyOf(visit)} className="border-b border-line pb-3">
            <VisitHead visit={visit} />
          </li>
        ))}
      </ul>
      {formsOf(questions).map((form) => (
        <section key={form.id} aria-label={form.title} className="grid gap-2">
          <h3 className="font-strong">{form.title}</h3>
          {form.questions.map((question) => (
            <article
              key={question.id}
              id={anchorOf(question)}
              tabIndex={-1}
              className={`grid scroll-mt-16 gap-2 rounded-md border border-line p-3 ${rowOf(question)}`}
            >
              <h4>
                <span className="font-strong">{question.questionCode}</span> {question.text}
              </h4>
              <dl className="grid gap-2">
                {visits.map((visit) => (
                  <div key={keyOf(visit)}>
                    <dt className="text-small text-muted">
                      {visit.observerName}
                      {visit.named && ` · ${t(say.named, { station: visit.named })}`}
                    </dt>
                    <dd>
                      <GivenAnswers question={question} visit={visit} />
                    </dd>
                  </div>
                ))}
              </dl>
              <Settled
                question={question}
                isSettling={question.id === settlingId}
                onSettle={onSettle}
              />
            </article>
          ))}
        </section>
      ))}
    </div>
  )
}
