import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Copy } from '#kit/contract/copy.ts'
import type { ImportReport } from '#kit/contract/import/import.ts'
import type { Problem } from '#kit/contract/problem.ts'
import { t } from '#kit/web/language.ts'
import { explain } from '#kit/web/problems.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Loading } from '#kit/web/ui/feedback/states.tsx'
import { Alert } from '#kit/web/ui/field/field.tsx'
import { signsOf } from '../task-words.ts'
import { say } from './copy.ts'
import { type Answers, countRows, ImportCheck, Questions } from './import-check.tsx'
import type { ImportField, ImportKind, Options } from './kind.ts'

type Props = {
  /** The key of the checked rows; null: not chosen yet. */
  readonly subject: string | null
  readonly fields: readonly ImportField[]
  readonly check: (options: Options, signal: AbortSignal) => Promise<ImportReport>
  /** Imports, and shows the result. */
  readonly run: (options: Options, report: ImportReport | undefined) => Promise<unknown>
  readonly offer?: ImportKind['offer'] | undefined
  /** Rows of another election instead of a file; `empty` says that it has none. */
  readonly copying?: { readonly empty: string }
}

const unanswered: Answers = {
  mapping: {},
  changesPhones: false,
  isConfirmed: false,
  isSkipping: false,
}

const optionsOf = ({ mapping, sheet, changesPhones, isSkipping }: Answers): Options => ({
  skipInvalid: isSkipping,
  ...(changesPhones && { changePhones: true }),
  ...(sheet !== undefined && { sheet }),
  ...(Object.keys(mapping).length > 0 && { columns: JSON.stringify(mapping) }),
})

/** Shows the dry run, then imports. */
export function ImportSteps(props: Props) {
  const { subject, fields, run, offer, copying } = props
  const [answers, setAnswers] = useState(unanswered)
  const [isPending, setPending] = useState(false)
  const answer = (more: Partial<Answers>) => setAnswers((before) => ({ ...before, ...more }))
  const { data: report, ...check } = useCheck(props, answers)
  const problem = check.error ?? check.failureReason
  const vain = report && whyInVain(report)
  const isReady =
    subject !== null && !check.isFetching && problem?.code !== 'import.refused' && !vain
  const start = async () => {
    setPending(true)
    await run(optionsOf(answers), report)
    setPending(false)
  }
  return (
    <>
      {check.isLoading && !problem && <Loading />}
      {/* A file that cannot be parsed at all: the only reason for which a check is refused. */}
      <Alert>{!report && problem && [explain(problem), ...signsOf(problem)].join(' ')}</Alert>
      {report && (
        <div className={`grid grid-cols-1 gap-4 ${check.isPlaceholderData ? 'opacity-60' : ''}`}>
          <ImportCheck
            report={report}
            fields={fields}
            emptyCopy={copying?.empty}
            answers={answers}
            onAnswer={answer}
          />
        </div>
      )}
      <div className="sticky bottom-0 z-10 -mx-4 flex min-h-14 flex-wrap items-center gap-x-6 gap-y-2 border-t border-line bg-page px-4 py-2 sm:-mx-6 sm:px-6">
        <Questions report={report} offer={offer} answers={answers} onAnswer={answer} />
        <Button
          look="primary"
          isDisabled={!isReady || isHeldBack(props, answers, report)}
          isPending={isPending}
          onPress={() => void start()}
        >
          {t(copying ? say.copyAct : say.import)}
        </Button>
        {vain && <p role="status">{t(vain)}</p>}
      </div>
    </>
  )
}

/** The dry run without wrong rows, repeated when the subject or an option changes. */
function useCheck({ subject, check }: Props, answers: Answers) {
  const options = optionsOf({ ...answers, isSkipping: true })
  return useQuery<ImportReport, Problem>({
    queryKey: ['import check', subject, options],
    queryFn: ({ signal }) => check(options, signal),
    enabled: subject !== null,
    // The old report of the same rows is shown until the new one is loaded.
    placeholderData: (before, query) => (query?.queryKey[1] === subject ? before : undefined),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

/** Why nothing would be imported. */
function whyInVain({ added, changed, unchanged, wrong }: ImportReport): Copy | undefined {
  if (added + changed > 0) return undefined
  if (unchanged > 0) return say.allThere
  return wrong.length > 0 ? say.allWrong : undefined
}

/** Whether the button is disabled: no rows, or not confirmed. A file with wrong rows is refused by the server. */
function isHeldBack(
  { copying }: Props,
  { isConfirmed, isSkipping }: Answers,
  report: ImportReport | undefined,
): boolean {
  if (!report) return copying !== undefined
  if (countRows(report) === 0) return true
  const { unfit, wrong } = report
  return (
    (unfit !== null && !isConfirmed) || (copying !== undefined && wrong.length > 0 && !isSkipping)
  )
}
