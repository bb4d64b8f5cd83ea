import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { places, type Station } from '#features/places/contract.ts'
import { useMay } from '#features/session/web/may.tsx'
import { groupBy } from '#kit/contract/group.ts'
import { mostOnPage } from '#kit/contract/page.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { EmptyState, Loaded } from '#kit/web/ui/feedback/states.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { Table } from '#kit/web/ui/table/table.tsx'
import { type Assignment, assignments } from '../../contract.ts'
import { say } from '../../copy.ts'
import { useElectionDay } from '../moments.ts'
import type { ChosenStation } from '../station-search.tsx'
import { AddAssignment } from './assignment-forms.tsx'

/** The stations of an area that is not divided further, and who is to be there. */
export function StationCover({ areaId, countyId }: { areaId: Id<'areas'>; countyId: Id<'areas'> }) {
  const stations = useQuery(read(places.stations, { params: { id: String(countyId) } }))
  const people = useQuery(read(assignments.list, { query: { areaId, pageSize: mostOnPage } }))
  const mayAdd = useMay('observers') === true
  const election = useElectionDay()
  const [adding, setAdding] = useState<ChosenStation>()
  const isHere = ({ municipalityId, mergedInto }: Station) =>
    !mergedInto && (areaId === countyId || municipalityId === areaId)
  return (
    <Loaded query={stations}>
      {(all) => (
        <>
          <Table
            isLong
            label={t(say.covered)}
            rows={people.data && all.filter(isHere)}
            keyOf={({ id }) => String(id)}
            nameOf={({ number }) => t(say.stationOf, { number })}
            columns={[
              {
                id: 'number',
                title: t(say.station),
                width: '9rem',
                cell: ({ id, number }) => (
                  <Link
                    to="/stations/$id"
                    params={{ id: String(id) }}
                    className="rounded-md font-strong text-ink hover:text-ours hover:underline"
                  >
                    {t(say.stationOf, { number })}
                  </Link>
                ),
              },
              {
                id: 'people',
                title: t(say.observer),
                cell: ({ id }) => <People of={peopleAt(all, people.data?.data ?? []).get(id)} />,
              },
              {
                id: 'add',
                title: t(say.actions),
                isTitleHidden: true,
                width: '11rem',
                align: 'end',
                cell: ({ id, number, municipality }) =>
                  mayAdd && (
                    <Button
                      size="small"
                      aria-label={`${t(say.add)}: ${t(say.stationOf, { number })}`}
                      onPress={() =>
                        setAdding({
                          id: id as Id<'pollingStations'>,
                          name: `${municipality} ${t(say.stationOf, { number })}`.trim(),
                        })
                      }
                    >
                      {t(say.add)}
                    </Button>
                  ),
              },
            ]}
            empty={<EmptyState icon="place" title={t(say.noMatch)} />}
            className="-mx-4 -mb-4 max-h-[42dvh] overflow-auto [--edge:16px]"
          />
          {adding && election && (
            <AddAssignment
              day={election.day}
              station={adding}
              onClose={() => setAdding(undefined)}
            />
          )}
        </>
      )}
    </Loaded>
  )
}

/** Who is to be at each station, or at one that is merged into it. */
function peopleAt(stations: readonly Station[], people: readonly Assignment[]) {
  const standing = new Map(stations.map(({ id, mergedInto }) => [id, mergedInto?.id ?? id]))
  return groupBy(people, ({ pollingStationId }) => standing.get(pollingStationId))
}

const People = ({ of }: { of: readonly Assignment[] | undefined }) =>
  of ? (
    of.map(({ observerName }) => observerName).join(', ')
  ) : (
    <span className="inline-flex items-center gap-1 text-muted">
      <Icon name="warning" />
      {t(say.nobodyThere)}
    </span>
  )
