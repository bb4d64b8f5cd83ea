import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { RecentImports } from '#features/tasks/web/recent-imports.tsx'
import { t } from '#kit/web/language.ts'
import { read, useWrite } from '#kit/web/read/api.ts'
import { places } from '../contract.ts'
import { say } from '../copy.ts'
import type { PlaceImport } from '../import-contract.ts'
import { touched } from './use-counties.ts'

/** The imports of counties and stations of a week, which can be undone for that long. */
export function RecentPlaceImports() {
  const { data = [] } = useQuery(read(places.listImports, {}))
  const write = useWrite(places.undoImport, { touches: touched })
  return (
    <RecentImports
      imports={data}
      about={t(say.recentImportsAbout)}
      confirmation={t(say.undoImportConfirmation)}
      undo={write.mutateAsync}
      did={({ kind, added, changed, along }) => [
        added + along > 0 && t(say.importAddedWhat, { what: whatOf(kind, added, along) }),
        changed > 0 && t(say.importChangedWhat, { what: whatOf(kind, changed) }),
      ]}
      undone={({ kind, removed, restored, alongRemoved, keptCount }) => [
        removed + alongRemoved > 0 &&
          t(say.importRemovedWhat, { what: whatOf(kind, removed, alongRemoved) }),
        restored > 0 && t(say.importRestoredWhat, { what: whatOf(kind, restored) }),
        keptCount > 0 && t(say.importKept, { count: keptCount }),
      ]}
      stays={t(say.whatStays)}
      kept={keptOf}
    />
  )
}

/** So many counties or stations, and the stations that came along with counties. */
const whatOf = (kind: PlaceImport['kind'], count: number, along = 0) =>
  [count > 0 && t(counted[kind], { count }), along > 0 && t(say.stationsCounted, { count: along })]
    .filter(Boolean)
    .join(', ')

const counted = {
  areas: say.areaCount,
  counties: say.countyCount,
  stations: say.stationsCounted,
} as const

const keptOf = ({ kept }: PlaceImport) =>
  kept.map((one) => ({
    key: `${one.place} ${one.id}`,
    name: <KeptName of={one} />,
    about: `· ${t(whyKept[one.why])}`,
  }))

/** Leads to its station or its county; an area above counties has no page. */
function KeptName({ of: { place, id, countyId, name } }: { of: PlaceImport['kept'][number] }) {
  if (place !== 'station' && countyId === null) return <span className="font-strong">{name}</span>
  return (
    <Link
      {...(place === 'station'
        ? { to: '/stations/$id', params: { id: String(id) } }
        : { to: '/polling-stations/$id', params: { id: String(countyId) } })}
      className="font-strong"
    >
      {name}
    </Link>
  )
}

const whyKept = {
  reported: say.keptReported,
  edited: say.keptEdited,
  'holds-stations': say.keptHoldsStations,
  'limits-account': say.keptLimitsAccount,
} as const
