import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { elections } from '#features/elections/contract.ts'
import { useElectionId } from '#features/elections/web/use-election.ts'
import type { Copy } from '#kit/contract/copy.ts'
import type { ImportReport } from '#kit/contract/import/import.ts'
import type { Problem } from '#kit/contract/problem.ts'
import { t } from '#kit/web/language.ts'
import { explain } from '#kit/web/problems.ts'
import { read } from '#kit/web/read/api.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Loaded, Loading } from '#kit/web/ui/feedback/states.tsx'
import { Alert } from '#kit/web/ui/field/field.tsx'
import { Select } from '#kit/web/ui/field/select.tsx'
import { countRows, ImportBar, ImportCounts } from '#kit/web/ui/import/import-check.tsx'
import type { ImportField } from '#kit/web/ui/import/import-columns.ts'
import { ImportRows } from '#kit/web/ui/import/import-rows.tsx'
import { say } from '../copy.ts'

type Asked = { readonly electionId: string; readonly skipInvalid: boolean }

type Props = {
  /** What is copied, to tell one page's check from another's. */
  readonly of: string
  readonly about: string
  /** That the other election has nothing to be copied. */
  readonly empty: string
  readonly fields: readonly ImportField[]
  /** What copying would do. */
  readonly check: (asked: Asked, signal: AbortSignal) => Promise<ImportReport>
  /** Copies, and shows the result. */
  readonly run: (asked: Asked) => Promise<void>
}

/** Another election is chosen, what copying from it would do is shown, and then it is copied. */
export function CopySteps(props: Props) {
  const { about, empty, fields, run } = props
  const [electionId, setElectionId] = useState<string | null>(null)
  const [isSkipping, setSkipping] = useState(false)
  const [isPending, setPending] = useState(false)
  const { data: report, error, failureReason, isFetching } = useCheck(props, electionId)
  const problem = error ?? failureReason
  const isEmpty = report !== undefined && countRows(report) === 0
  const vain = report && !isEmpty && whyInVain(report)
  const start = async () => {
    if (electionId === null) return
    setPending(true)
    await run({ electionId, skipInvalid: isSkipping })
    setPending(false)
  }
  return (
    <>
      <Card className="max-w-xl">
        <p className="text-muted">{about}</p>
        <ElectionChoice value={electionId} onChange={setElectionId} />
      </Card>
      {isFetching && !report && !problem && <Loading />}
      <Alert>{!report && problem && explain(problem)}</Alert>
      {isEmpty && <p>{empty}</p>}
      {report && !isEmpty && (
        <div className="grid grid-cols-1 gap-4">
          <ImportCounts report={report} />
          <ImportRows report={report} fields={fields} />
        </div>
      )}
      <ImportBar report={report} isSkipping={isSkipping} onSkip={setSkipping}>
        <Button
          look="primary"
          isDisabled={isFetching || !report || isStopped(report, isSkipping)}
          isPending={isPending}
          onPress={() => void start()}
        >
          {t(say.copyAct)}
        </Button>
        {vain && <p role="status">{t(vain)}</p>}
      </ImportBar>
    </>
  )
}

const isInVain = ({ added, changed }: ImportReport) => added + changed === 0

const isStopped = (report: ImportReport, isSkipping: boolean) =>
  isInVain(report) || (report.wrong.length > 0 && !isSkipping)

/** Why nothing would be copied. */
function whyInVain(report: ImportReport): Copy | undefined {
  if (!isInVain(report)) return undefined
  return report.unchanged > 0 ? say.copyAllThere : say.copyAllWrong
}

/** The other elections. */
function ElectionChoice({
  value,
  onChange,
}: {
  value: string | null
  onChange: (id: string) => void
}) {
  const all = useQuery(read(elections.list, { query: {} }))
  const own = useElectionId()
  return (
    <Loaded query={all}>
      {(known) => (
        <Select
          label={t(say.copyFrom)}
          items={known
            .filter(({ id }) => id !== own)
            .map(({ id, name, day }) => ({ id: String(id), text: `${name} · ${day}` }))}
          value={value}
          onChange={onChange}
        />
      )}
    </Loaded>
  )
}

/** What the copy would do, without what is wrong. */
const useCheck = ({ of, check }: Props, electionId: string | null) =>
  useQuery<ImportReport, Problem>({
    queryKey: ['copy check', of, electionId],
    queryFn: ({ signal }) => check({ electionId: electionId ?? '', skipInvalid: true }, signal),
    enabled: electionId !== null,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  })
