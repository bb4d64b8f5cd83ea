import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '#features/session/web/may.tsx'
import { t } from '#kit/web/language.ts'
import { useListPage } from '#kit/web/read/list-page.ts'
import { EmptyState } from '#kit/web/ui/feedback/states.tsx'
import { Page } from '#kit/web/ui/page.tsx'
import { ListTable } from '#kit/web/ui/table/list-table.tsx'
import { Tabs } from '#kit/web/ui/tabs.tsx'
import { type Unplaced, type UnplacedQuery, unplaced } from '../contract.ts'
import { say } from '../copy.ts'
import { PlaceReport } from './place-report.tsx'
import { UnplacedSearch } from './search.ts'
import { stationOf } from './sent.ts'
import { UnplacedCard, unplacedColumns } from './unplaced-columns.tsx'
import { useQuestions, useWords } from './use-questions.ts'
import { useSettling } from './use-settling.ts'

export function UnplacedPage() {
  const { state = 'open' } = useSearch({ from: '/signed-in/unmatched' })
  const navigate = useNavigate()
  const total = useReports().data?.totalItems
  const content = () => <Reports key={state} />
  return (
    <Page
      title={t(say.unplaced)}
      count={state === 'open' && total ? t(say.waiting, { count: total }) : undefined}
    >
      <p className="max-w-2xl text-muted">{t(say.about)}</p>
      <div className="rounded-md border border-line bg-surface">
        <Tabs
          label={t(say.states)}
          selected={state}
          onSelect={(id) =>
            void navigate({
              to: '/unmatched',
              search: UnplacedSearch.parse({ state: id }),
            })
          }
          items={[
            { id: 'open', title: t(say.open), content },
            { id: 'placed', title: t(say.placed), content },
            { id: 'superseded', title: t(say.superseded), content },
            { id: 'dismissed', title: t(say.dismissed), content },
          ]}
        />
      </div>
    </Page>
  )
}

function useReports() {
  const { state = 'open', page = 1 } = useSearch({ from: '/signed-in/unmatched' })
  return useListPage(unplaced.list, { query: { state, page, pageSize: 50 } })
}

function Reports() {
  const search = useSearch({ from: '/signed-in/unmatched' })
  const state: UnplacedQuery['state'] = search.state ?? 'open'
  const list = useReports()
  const questions = useQuestions()
  const { place, unplace, dismiss, restore } = useSettling()
  const [placing, setPlacing] = useState<Unplaced>()
  const mayReview = useMay('review') === true
  const settling = {
    onPlace: setPlacing,
    onDismiss: dismiss,
    onRestore: restore,
    onUnplace: unplace,
  }
  const questionOf = useWords((list.data?.data ?? []).map(({ formVersion }) => formVersion))
  const acts = { mayReview, state, questionOf, ...settling }

  return (
    <>
      <ListTable
        list={list}
        label={t(say.unplaced)}
        columns={unplacedColumns(acts)}
        keyOf={({ id }) => String(id)}
        nameOf={stationOf}
        headedBy="station"
        empty={<NoReports isOpen={state === 'open'} />}
        card={(report) => <UnplacedCard report={report} {...acts} />}
      />
      {placing && (
        <PlaceReport
          report={placing}
          questions={questions}
          questionOf={questionOf}
          onPlace={(body) => place(placing, body)}
          onClose={() => setPlacing(undefined)}
        />
      )}
    </>
  )
}

function NoReports({ isOpen }: { isOpen: boolean }) {
  if (!isOpen) return <EmptyState icon="list" title={t(say.nothingElse)} />
  return (
    <EmptyState icon="check" title={t(say.nothingOpen)}>
      {t(say.nothingOpenWhy)}
    </EmptyState>
  )
}
