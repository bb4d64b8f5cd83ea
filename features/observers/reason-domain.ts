import { explainer } from '#kit/contract/import/reason.ts'
import { importWords } from './columns.ts'
import { say } from './copy.ts'

/** Why a row of observers is wrong. */
export const explainObserver = explainer(
  {
    'row.twice': say.phoneTwice,
    'cell.decimals': say.decimals,
    'cell.formula': say.formula,
    'pin.missing': say.pinMissing,
    'phone.shortened': say.phoneShortened,
    'phone.several': say.phonesInOneCell,
    'phone.of-several': say.phoneOfSeveral,
    'phone.of-other': say.phoneOfOther,
  },
  importWords,
)
