import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useMissingArea } from '#features/assignments/web/missing.ts'
import { forms } from '#features/forms/contract.ts'
import { May } from '#features/session/web/may.tsx'
import { language, t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { FiguresAsOf } from '#kit/web/ui/feedback/figures-as-of.tsx'
import { UnlessMissing } from '#kit/web/ui/feedback/missing.tsx'
import { EmptyState, ErrorState } from '#kit/web/ui/feedback/states.tsx'
import { FilesMenu } from '#kit/web/ui/overlay/files-menu.tsx'
import { Page } from '#kit/web/ui/page.tsx'
import { FiltersButton } from '#kit/web/ui/table/filters-button.tsx'
import { LastPage, Pagination } from '#kit/web/ui/table/pagination.tsx'
import { Table } from '#kit/web/ui/table/table.tsx'
import { stations } from '../../contract.ts'
import { say } from '../../copy.ts'
import { DifferenceCard, differenceColumns, keyOf, nameOf } from './difference-columns.tsx'
import { DifferenceFilters, filtersAnchor } from './difference-filters.tsx'
import { filterOf, isNarrowed, useDifferences, useDifferencesSearch } from './use-differences.ts'

/** The questions on which observers at one station differ, at all stations. */
export function DifferencesPage() {
  const { search, go } = useDifferencesSearch()
  const [isUnfolded, setUnfolded] = useState(false)
  const { data, isPlaceholderData, failureReason, refetch } = useDifferences()
  return (
    <Page
      asOf={<FiguresAsOf />}
      title={t(say.allDifferences)}
      count={data && t(say.differencesFound, { count: data.totalItems })}
      back={<Link to="/answers">{t(say.toAnswers)}</Link>}
      actions={
        <>
          <FiltersButton
            inUse={Object.keys(filterOf(search)).length}
            isUnfolded={isUnfolded}
            onUnfold={setUnfolded}
            controls={filtersAnchor}
            className="sm:hidden"
          />
          <May to="export">
            <Export />
          </May>
        </>
      }
      filters={
        <>
          <p className="max-w-2xl text-muted">{t(say.differencesAbout)}</p>
          <DifferenceFilters isUnfolded={isUnfolded} />
        </>
      }
    >
      <UnlessMissing all={useMissingInDifferences()}>
        {!data && failureReason ? (
          <ErrorState problem={failureReason} retry={() => void refetch()} />
        ) : (
          <div className="rounded-md border border-line bg-surface">
            <LastPage of={isPlaceholderData ? undefined : data} />
            <Table
              label={t(say.allDifferences)}
              columns={differenceColumns()}
              rows={data?.data}
              keyOf={keyOf}
              nameOf={nameOf}
              isLoading={isPlaceholderData}
              card={(row) => <DifferenceCard row={row} />}
              empty={<Nothing />}
            />
            {data && data.totalPages > 1 && (
              <div className="border-t border-line px-4 py-1 sm:px-6">
                <Pagination {...data} onChange={({ page }) => go({ ...search, page })} />
              </div>
            )}
          </div>
        )}
      </UnlessMissing>
    </Page>
  )
}

/** What the address names that is not there. */
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

/** The filtered list, as a file. */
function Export() {
  const { search } = useDifferencesSearch()
  return (
    <FilesMenu
      label={t(say.exportDifferences)}
      take={(start, format) =>
        start(stations.exportDifferences, { query: { ...filterOf(search), format, language } })
      }
    />
  )
}
