import type { Copy } from '#kit/contract/copy.ts'
import { explainer } from '#kit/contract/import/reason.ts'
import { importWords } from './columns.ts'
import { say } from './copy.ts'
import type { SignInDoubt } from './doubt-domain.ts'

/** Why an observer may not be able to sign in, as a badge. */
export const doubtTitles = {
  'phone.short': say.titlePhoneShort,
  'phone.long': say.titlePhoneLong,
  'phone.unknown': say.titlePhoneUnknown,
  'phone.words': say.titlePhoneWords,
  'phone.extension': say.titlePhoneExtension,
  'phone.shared': say.titlePhoneShared,
  'pin.short': say.titlePinShort,
  'pin.untypeable': say.titlePinUntypeable,
} as const satisfies Readonly<Record<SignInDoubt, Copy>>

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
    'phone.short': say.phoneShort,
    'phone.long': say.phoneLong,
    'phone.unknown': say.phoneUnknown,
    'phone.words': say.phoneWords,
    'phone.extension': say.phoneExtension,
    'pin.short': say.pinShort,
    'pin.untypeable': say.pinUntypeable,
    'phone.of-person': say.phoneOfPerson,
    'person.known': say.personKnown,
    'person.several': say.personSeveral,
    'person.twice': say.personTwice,
  },
  importWords,
)
