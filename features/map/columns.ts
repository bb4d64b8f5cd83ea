import { columns } from '#kit/contract/column.ts'
import type { MapArea } from './contract.ts'
import { say } from './copy.ts'

/** A county's figures as they are exported. */
export const areaColumns = columns<MapArea>(
  { title: say.code, value: ({ code }) => code },
  { title: say.county, value: ({ name }) => name },
  { title: say.stations, value: ({ stations }) => stations },
  { title: say.coveredStations, value: ({ covered }) => covered },
  { title: say.late, value: ({ late }) => late },
  { title: say.met, value: ({ met }) => met },
  { title: say.visitedStations, value: ({ visited }) => visited },
  { title: say.reports, value: ({ reports }) => reports },
  { title: say.flagged, value: ({ flagged }) => flagged },
)
