import { explainer } from '#kit/contract/reason.ts'
import { say } from './copy.ts'

/** Why a row of observers is wrong. */
export const explainObserver = explainer(
  [
    [/ stands on line (\d+) already$/, say.phoneTwice, ['line']],
    [/^phone: Was shortened by a spreadsheet$/, say.phoneShortened, []],
    [/^phone: Is several numbers$/, say.phonesInOneCell, []],
    [/^\w+: Has got decimals from a spreadsheet$/, say.decimals, []],
    [/^\w+: Is a formula of a spreadsheet$/, say.formula, []],
    [/ is the number of several observers: (.+)$/, say.phoneOfSeveral, ['phones']],
    [/ belongs to another organisation$/, say.phoneOfOther, []],
  ],
  {
    phone: say.phoneExpected,
    pin: say.pinExpected,
    name: say.nameExpected,
    firstName: say.nameExpected,
    test: say.testExpected,
  },
  { phone: say.phone, pin: say.pin, name: say.name },
)
