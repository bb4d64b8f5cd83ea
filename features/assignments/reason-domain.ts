import { explainer } from '#kit/contract/import/reason.ts'
import { planWords } from './columns.ts'
import { say } from './copy.ts'

/** Why a row of a plan is wrong. */
export const explainPlan = explainer(
  {
    'row.twice': say.rowTwice,
    'observer.unknown': say.unknownPhone,
    'phone.of-several': say.several,
    'station.unknown': say.noSuchStation,
    'area.several': say.severalAreas,
    'label.several': say.severalLabelled,
    'shift.ends-early': say.endsEarly,
    'shift.elsewhere': say.elsewhere,
    'shift.far': say.farShift,
    'clock.skipped': say.skippedClock,
  },
  planWords,
)
