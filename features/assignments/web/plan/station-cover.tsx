import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useElectionDay } from '#features/elections/web/use-election.ts'
import { ObserverLink } from '#features/observers/web/observer-link.tsx'
import { places, type Station } from '#features/places/contract.ts'
import type { ChosenStation } from '#features/places/web/station/station-search.tsx'
import { useMay } from '#features/session/web/may.tsx'
import { groupBy } from '#kit/contract/group.ts'
import { mostOnPage } from '#kit/contract/page.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { EmptyState, Loaded } from '#kit/web/ui/feedback/states.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { actionsColumn } from '#kit/web/ui/table/actions-column.ts'
import { Table } from '#kit/web/ui/table/table.tsx'
import { type Assignment, assignments } from '../../contract.ts'
import { say } from '../../copy.ts'
import { Shift } from '../shift.tsx'
import { AddAssignment } from './assignment-forms.tsx'

/** The stations of an innermost area, with their assigned observers. */
export function StationCover({
  areaId,
  countyId,
  ...ofNgo
}: {
  areaId: Id<'areas'>
  countyId: Id<'areas'>
  ngoId?: Id<'ngos'>
}) {
  const stations = useQuery(read(places.stations, { params: { id: String(countyId) } }))
  const query = { areaId, ...ofNgo, pageSize: mostOnPage }
  const people = useQuery(read(assignments.list, { query }))
  const mayAdd = useMay('observers') === true
  const election = useElectionDay()
  const [adding, setAdding] = useState<ChosenStation>()
  const isHere = ({ municipalityId, mergedInto }: Station) =>
    !mergedInto && (areaId === countyId || municipalityId === areaId)
  return (
    <Loaded query={stations}>
      {(all) => {
        const there = peopleAt(all, people.data?.data ?? [])
        const add = (one: Station) => mayAdd && <Add to={one} onAdd={setAdding} />
        return (
          <>
            <Table
              isLong
              cardHeight={84}
              label={t(say.covered)}
              rows={people.data && all.filter(isHere)}
              keyOf={({ id }) => String(id)}
              nameOf={({ number }) => t(say.stationOf, { number })}
              columns={[
                { id: 'number', title: t(say.station), width: '9rem', cell: linkOf },
                {
                  id: 'people',
                  title: t(say.observer),
                  cell: ({ id }) => <People of={there.get(id)} />,
                },
                actionsColumn('11rem', add),
              ]}
              card={(one) => (
                <div className="grid h-full content-center">
                  <div className="flex items-center justify-between gap-2">
                    {linkOf(one)}
                    {add(one)}
                  </div>
                  <People of={there.get(one.id)} />
                </div>
              )}
              empty={<EmptyState icon="place" title={t(say.noMatch)} />}
              className="max-h-[70dvh] overflow-auto [--edge:16px]"
            />
            {adding && election && (
              <AddAssignment
                day={election.day}
                station={adding}
                onClose={() => setAdding(undefined)}
              />
            )}
          </>
        )
      }}
    </Loaded>
  )
}

const linkOf = ({ id, number }: Station) => (
  <Link
    to="/stations/$id"
    params={{ id: String(id) }}
    className="rounded-md font-strong text-ink hover:text-ours hover:underline"
  >
    {t(say.stationOf, { number })}
  </Link>
)

function Add({
  to: { id, number, municipality },
  onAdd,
}: {
  to: Station
  onAdd: (station: ChosenStation) => void
}) {
  const name = t(say.stationOf, { number })
  return (
    <Button
      size="small"
      aria-label={`${t(say.add)}: ${name}`}
      onPress={() =>
        onAdd({ id: id as Id<'pollingStations'>, name: `${municipality} ${name}`.trim() })
      }
    >
      {t(say.add)}
    </Button>
  )
}

/** The assigned observers of each station, including those of stations merged into it. */
function peopleAt(stations: readonly Station[], people: readonly Assignment[]) {
  const standing = new Map(stations.map(({ id, mergedInto }) => [id, mergedInto?.id ?? id]))
  return groupBy(people, ({ pollingStationId }) => standing.get(pollingStationId))
}

const People = ({ of }: { of: readonly Assignment[] | undefined }) =>
  of ? (
    // One line: rows and cards have one height.
    <span className="flex gap-x-4 overflow-x-auto whitespace-nowrap">
      {of.map((one) => (
        <span key={one.id} className="flex shrink-0 items-baseline gap-x-2">
          <ObserverLink id={one.observerId} name={one.observerName} />
          <span className="text-small text-muted">
            <Shift {...one} />
          </span>
        </span>
      ))}
    </span>
  ) : (
    <span className="inline-flex items-center gap-1 text-muted">
      <Icon name="warning" />
      {t(say.noneThere)}
    </span>
  )
