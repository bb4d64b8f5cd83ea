import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMissingArea } from '#features/assignments/web/missing.ts'
import { forms } from '#features/forms/contract.ts'
import { May } from '#features/session/web/may.tsx'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { FiguresAsOf } from '#kit/web/ui/feedback/figures-as-of.tsx'
import { UnlessMissing } from '#kit/web/ui/feedback/missing.tsx'
import { EmptyState } from '#kit/web/ui/feedback/states.tsx'
import { FilesMenu } from '#kit/web/ui/overlay/files-menu.tsx'
import { Page } from '#kit/web/ui/page.tsx'
import { ListTable } from '#kit/web/ui/table/list-table.tsx'
import { stations } from '../../contract.ts'
import { say } from '../../copy.ts'
import { DifferenceCard, differenceColumns, keyOf, nameOf } from './difference-columns.tsx'
import { DifferenceFilters } from './difference-filters.tsx'
import { filterOf, isNarrowed, useDifferences, useDifferencesSearch } from './use-differences.ts'

export function DifferencesPage() {
  const { search } = useDifferencesSearch()
  const list = useDifferences()
  return (
    <Page
      asOf={<FiguresAsOf />}
      title={t(say.allDifferences)}
      count={list.data && t(say.differencesFound, { count: list.data.totalItems })}
      back={<Link to="/answers">{t(say.toAnswers)}</Link>}
      actions={
        <May to="export">
          <FilesMenu
            label={t(say.exportDifferences)}
            endpoint={stations.exportDifferences}
            query={filterOf(search)}
          />
        </May>
      }
      filters={
        <>
          <p className="max-w-2xl text-muted">{t(say.differencesAbout)}</p>
          <DifferenceFilters />
        </>
      }
    >
      <UnlessMissing all={useMissingInDifferences()}>
        <div className="rounded-md border border-line bg-surface">
          <ListTable
            list={list}
            label={t(say.allDifferences)}
            columns={differenceColumns()}
            keyOf={keyOf}
            nameOf={nameOf}
            card={(row) => <DifferenceCard row={row} />}
            empty={<Nothing />}
          />
        </div>
      </UnlessMissing>
    </Page>
  )
}

/** Filters in the URL that match nothing that exists. */
function useMissingInDifferences() {
  const { search, go } = useDifferencesSearch()
  const { data } = useQuery(read(forms.list, { query: {} }))
  const isForm =
    search.formId === undefined || data?.formVersions.some(({ id }) => String(id) === search.formId)
  const missing = {
    title: t(say.noSuchForm),
    leave: () => go({ formId: undefined, questionId: undefined }),
  }
  return [
    useMissingArea(search.areaId, () => go({ areaId: undefined })),
    isForm === false ? missing : undefined,
  ]
}

function Nothing() {
  const { search } = useDifferencesSearch()
  if (isNarrowed(search)) return <EmptyState icon="filter" title={t(say.noneMatches)} />
  return (
    <EmptyState icon="check" title={t(say.noDifferences)}>
      {t(say.noneDiffersWhy)}
    </EmptyState>
  )
}
