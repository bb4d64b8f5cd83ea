import { useQuery } from '@tanstack/react-query'
import type { FormMeta } from '#features/forms/contract.ts'
import { isChoice } from '#features/forms/kind-domain.ts'
import { AnswerValue } from '#features/forms/web/answer-value.tsx'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { Moment } from '#kit/web/time.tsx'
import { answers, type CompletedAnswer } from '../../contract.ts'
import { say } from '../../copy.ts'
import type { ThreadKey } from '../search.ts'

/** The entries of a form that is sent several times, newest first; nothing before the second. */
export function Series({ open, form: formId }: { open: ThreadKey; form: FormMeta['id'] }) {
  const { data: entries = [] } = useQuery(read(answers.series, { query: { ...open, formId } }))
  if (entries.length < 2) return null
  const questions = new Map(
    entries.flatMap(({ answers: given }) => given.map((one) => [one.id, one] as const)),
  )
  const title = t(say.entries, { count: entries.length })
  return (
    <section className="pt-4">
      <h3 className="mb-2 text-large font-strong">{title}</h3>
      <div {...{ tabIndex: 0 }} className="relative overflow-x-auto print:overflow-visible">
        <table aria-label={title} className="text-small">
          <thead>
            <tr className="border-b border-line text-start text-muted">
              <th className="py-1 pe-4 text-start font-normal whitespace-nowrap">
                {t(say.entryAt)}
              </th>
              {[...questions].map(([id, { questionCode, text }]) => (
                <th key={id} title={text} className="px-2 py-1 text-start font-normal">
                  {questionCode}
                  <span className="sr-only"> {text}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {entries.map((entry, nth) => (
              <tr key={entry.at.getTime()} className="border-b border-line align-top">
                <th className="py-1 pe-4 text-start font-normal whitespace-nowrap">
                  <Moment at={entry.at} />
                </th>
                {[...questions.keys()].map((id) => (
                  <Cell
                    key={id}
                    answer={answerTo(entry.answers, id)}
                    before={answerTo(entries[nth + 1]?.answers ?? [], id)}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

const answerTo = (given: readonly CompletedAnswer[], id: number) =>
  given.find((one) => one.id === id)

type Answer = CompletedAnswer | undefined

/** What the entry before said as well is quieter. */
function Cell({ answer, before }: { answer: Answer; before: Answer }) {
  const isSame = answer?.receivedAt.getTime() === before?.receivedAt.getTime()
  return (
    <td className={`px-2 py-1 wrap-break-word ${isSame ? 'text-muted' : ''}`}>
      {answer && <EntryAnswer answer={answer} />}
    </td>
  )
}

function EntryAnswer({ answer }: { answer: CompletedAnswer }) {
  if (!isChoice(answer.kind))
    return <AnswerValue answer={answer} raw={answer.answers[0]?.value ?? ''} />
  return answer.answers.map(({ text, value }) => (value ? `${text} ${value}` : text)).join(', ')
}
