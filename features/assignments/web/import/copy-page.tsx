import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { elections } from '#features/elections/contract.ts'
import { useElectionId } from '#features/elections/web/use-election.ts'
import { useMay } from '#features/session/web/may.tsx'
import type { ImportReport } from '#kit/contract/import/import.ts'
import type { Problem } from '#kit/contract/problem.ts'
import { t } from '#kit/web/language.ts'
import { explain } from '#kit/web/problems.ts'
import { call, read } from '#kit/web/read/api.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Loaded, Loading } from '#kit/web/ui/feedback/states.tsx'
import { Alert } from '#kit/web/ui/field/field.tsx'
import { Select } from '#kit/web/ui/field/select.tsx'
import { countRows, ImportBar, ImportCounts } from '#kit/web/ui/import/import-check.tsx'
import { ImportRows } from '#kit/web/ui/import/import-rows.tsx'
import { Page } from '#kit/web/ui/page.tsx'
import { assignments } from '../../contract.ts'
import { say } from '../../copy.ts'
import { DeploymentSections } from '../deployment-sections.tsx'
import { planFields } from './plan-fields.ts'
import { RecentPlanImports } from './recent-imports.tsx'
import { useResult } from './use-import.ts'

/** The plan of another election is copied; what that would do is shown before it is done. */
export function CopyPage() {
  const mayCopy = useMay('set-up')
  return (
    <>
      <DeploymentSections />
      <Page title={t(say.copyTitle)} back={<Link to="/deployment/plan">{t(say.back)}</Link>}>
        {mayCopy === false && <p>{t(say.copyRefused)}</p>}
        {mayCopy && <CopySteps />}
        {mayCopy && <RecentPlanImports />}
      </Page>
    </>
  )
}

function CopySteps() {
  const [electionId, setElectionId] = useState<string | null>(null)
  const [isSkipping, setSkipping] = useState(false)
  const [isPending, setPending] = useState(false)
  const show = useResult()
  const { data: report, error, failureReason, isFetching } = useCheck(electionId)
  const problem = error ?? failureReason
  const isEmpty = report !== undefined && countRows(report) === 0
  const isStopped = !report || isEmpty || (report.wrong.length > 0 && !isSkipping)
  const run = async () => {
    if (electionId === null) return
    setPending(true)
    const body = { electionId, skipInvalid: isSkipping }
    await show(() => call(assignments.copy, { body }))
    setPending(false)
  }
  return (
    <>
      <Card className="max-w-xl">
        <p className="text-muted">{t(say.copyAbout)}</p>
        <ElectionChoice value={electionId} onChange={setElectionId} />
      </Card>
      {isFetching && !report && !problem && <Loading />}
      <Alert>{!report && problem && explain(problem)}</Alert>
      {isEmpty && <p>{t(say.copyEmpty)}</p>}
      {report && !isEmpty && <Preview report={report} />}
      <ImportBar report={report} isSkipping={isSkipping} onSkip={setSkipping}>
        <Button
          look="primary"
          isDisabled={isStopped || isFetching}
          isPending={isPending}
          onPress={() => void run()}
        >
          {t(say.copyAct)}
        </Button>
      </ImportBar>
    </>
  )
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

function Preview({ report }: { report: ImportReport }) {
  return (
    <div className="grid grid-cols-1 gap-4">
      <ImportCounts report={report} />
      <ImportRows report={report} fields={planFields()} />
    </div>
  )
}

/** What the copy would do, without what is wrong. */
const useCheck = (electionId: string | null) =>
  useQuery<ImportReport, Problem>({
    queryKey: ['plan copy check', electionId],
    queryFn: ({ signal }) => {
      const body = { electionId: electionId ?? '', skipInvalid: true, dryRun: true }
      return call(assignments.copy, { body }, signal)
    },
    enabled: electionId !== null,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  })
