import { explainer, type KnownReason } from '#kit/contract/reason.ts'
import { say } from './copy.ts'

/** What is said of a row as a whole. */
const known: readonly KnownReason[] = [
  [/ stands on line (\d+) already$/, say.rowTwice, ['line']],
  [/^lies in (.+), which does not exist$/, say.noSuchArea, ['code']],
  [/^lies in (.+), but it is not said in which of its areas$/, say.vagueArea, ['code']],
  [/^(\S+) does not lie in (.+)$/, say.wrongArea, ['code', 'county']],
  [/^stations: There are (\d+), but not with/, say.countNotNumbered, ['count']],
  [/^stations: There are (\d+); a file takes none out/, say.countFewer, ['count']],
  [/^stations: They belong to the areas of the county$/, say.countOfAreas, []],
]

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
