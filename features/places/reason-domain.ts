import { type Fault, fault } from '#kit/contract/import/fault.ts'
import { explainer } from '#kit/contract/import/reason.ts'
import { areaWords, countyWords, stationWords } from './columns.ts'
import { say } from './copy.ts'
import type { Doubt } from './whereabouts-domain.ts'

/** Faults of a row as a whole. */
const known = {
  'row.twice': say.rowTwice,
  'area.unknown': say.noSuchArea,
  'area.vague': say.vagueArea,
  'area.several': say.severalAreas,
  'area.elsewhere': say.wrongArea,
  'area.too-deep': say.areaTooDeep,
  'area.holds-stations': say.areaHoldsStations,
  'parent.unsaid': say.parentUnsaid,
  'count.not-numbered': say.countNotNumbered,
  'count.fewer': say.countFewer,
  'count.of-areas': say.countOfAreas,
} as const

/** Why a row of areas is wrong. */
export const explainArea = explainer(
  {
    ...known,
    'area.unknown': say.noSuchParent,
    'parent.unsaid': say.parentOrLevelUnsaid,
    'area.ambiguous': say.ambiguousArea,
    'area.at-other-level': say.areaAtOtherLevel,
    'area.not-above': say.areaNotAbove,
    'area.without-parent': say.areaWithoutParent,
    'level.unknown': say.unknownLevel,
  },
  areaWords,
)

/** Why a row of counties is wrong. */
export const explainCounty = explainer(known, countyWords)

/** Why a row of polling stations is wrong. */
export const explainStation = explainer(
  {
    ...known,
    'number.given': say.numberGiven,
    'label.taken': say.labelTaken,
    'label.several': say.labelSeveral,
    'spot.zero': say.spotZero,
    'spot.swapped': say.spotSwapped,
    'spot.sign': say.spotSign,
    'spot.decimals': say.spotDecimals,
    'spot.elsewhere': say.spotElsewhere,
    'spot.outside': say.spotOutside,
    'spot.far': say.spotFar,
    'spot.shared': say.spotShared,
  },
  stationWords,
)

/** A likely mistake in the coordinates of a station, in words. */
export function faultOfDoubt({ code, county: other = '' }: Doubt, county: string): Fault {
  if (code === 'elsewhere') return fault('spot.elsewhere', { county, other })
  if (code === 'outside' || code === 'far') return fault(`spot.${code}`, { county })
  return fault(`spot.${code}`)
}
