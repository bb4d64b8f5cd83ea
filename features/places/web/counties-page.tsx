import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { May } from '#features/session/web/may.tsx'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { useNarrow } from '#kit/web/search.ts'
import { Button, buttonClass } from '#kit/web/ui/button.tsx'
import { DeletedList } from '#kit/web/ui/deleted-list.tsx'
import { EmptyState } from '#kit/web/ui/feedback/states.tsx'
import { Alert } from '#kit/web/ui/field/field.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { useConfirm } from '#kit/web/ui/overlay/confirm.tsx'
import { Page } from '#kit/web/ui/page.tsx'
import { ListPage } from '#kit/web/ui/table/list-table.tsx'
import { type County, places } from '../contract.ts'
import { say } from '../copy.ts'
import { type CountyActs, useCountyActs } from './county-acts.ts'
import { CountyFilter } from './county-filter.tsx'
import { narrowed } from './county-list.ts'
import { CountyTable } from './county-table.tsx'
import { ExportMenu } from './export-menu.tsx'
import { NoStations } from './no-stations.tsx'
import type { CountySearch } from './search.ts'
import { titleOf, useMayChange } from './use-counties.ts'

/** The counties with their polling stations, in the order set by an organiser. */
export function CountiesPage() {
  const { filter } = useSearch({ from: '/signed-in/polling-stations' })
  const mayChange = useMayChange() ?? false
  const { ask, dialog } = useConfirm()
  const counties = useQuery(read(places.counties, {}))
  const acts = useCountyActs(counties.data, ask)

  return (
    <Page
      isFilled
      title={t(say.title)}
      count={counties.data && countOf(counties.data)}
      actions={<Actions mayChange={mayChange} />}
      filters={
        <>
          <CountyFilter />
          {filter && mayChange && (
            <p className="text-small text-muted">{t(say.orderWhileFiltered)}</p>
          )}
          <Alert>{acts.fault}</Alert>
        </>
      }
    >
      <ListPage list={counties}>
        <CountyTable
          rows={acts.rows && narrowed(acts.rows, filter)}
          isFiltered={filter !== undefined}
          mayChange={mayChange}
          acts={acts}
          empty={filter ? <NoMatch filter={filter} /> : <NoStations />}
        />
      </ListPage>
      {mayChange && <DeletedCounties onRestore={acts.restore} />}
      {dialog}
    </Page>
  )
}

function DeletedCounties({ onRestore }: { onRestore: CountyActs['restore'] }) {
  const { data } = useQuery(read(places.listDeletedCounties, {}))
  return (
    <DeletedList
      title={t(say.deletedCounties)}
      items={data}
      nameOf={titleOf}
      onRestore={onRestore}
      className="m-4 sm:mx-6"
    />
  )
}

function countOf(counties: readonly County[]): string {
  const stations = counties.reduce((sum, one) => sum + one.numberOfPollingStations, 0)
  return t(say.counted, {
    counties: t(say.countyCount, { count: counties.length }),
    stations: t(say.stationsCounted, { count: stations }),
  })
}

function Actions({ mayChange }: { mayChange: boolean }) {
  return (
    <>
      {mayChange && (
        <Link to="/polling-stations/import" className={buttonClass('plain')}>
          <Icon name="upload" />
          <span className="max-sm:sr-only">{t(say.import)}</span>
        </Link>
      )}
      <May to="export">
        <ExportMenu />
      </May>
      {mayChange && (
        <Link to="/polling-stations/nou" className={buttonClass('primary')}>
          <Icon name="plus" />
          {t(say.addCounty)}
        </Link>
      )}
    </>
  )
}

function NoMatch({ filter }: { filter: string }) {
  const narrow = useNarrow<CountySearch>()
  return (
    <EmptyState icon="search" title={t(say.noMatch, { filter })}>
      <Button onPress={() => narrow({ filter: undefined })}>{t(say.reset)}</Button>
    </EmptyState>
  )
}
