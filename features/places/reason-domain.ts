import { explainer } from '#kit/contract/reason.ts'
import { say } from './copy.ts'

/** What is said of a row as a whole. */
const known = {
  'row.twice': say.rowTwice,
  'area.unknown': say.noSuchArea,
  'area.vague': say.vagueArea,
  'area.elsewhere': say.wrongArea,
  'count.not-numbered': say.countNotNumbered,
  'count.fewer': say.countFewer,
  'count.of-areas': say.countOfAreas,
} as const

/** Why a row of counties is wrong. */
export const explainCounty = explainer(
  known,
  {
    code: say.codeExpected,
    name: say.nameExpected,
    stations: say.countExpected,
    diaspora: say.diasporaExpected,
    order: say.orderExpected,
    province: say.codeExpected,
  },
  { code: say.code, name: say.name },
)

/** Why a row of polling stations is wrong. */
export const explainStation = explainer(
  known,
  {
    number: say.numberExpected,
    county: say.codeExpected,
    area: say.codeExpected,
    name: say.addressExpected,
    address: say.addressExpected,
    latitude: say.coordinatesExpected,
    longitude: say.coordinatesExpected,
    voters: say.votersExpected,
  },
  { number: say.stationNumber },
)
