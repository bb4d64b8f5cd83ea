import type { Copy } from '#kit/contract/copy.ts'
import { explainer } from '#kit/contract/import/reason.ts'
import { importWords } from './columns.ts'
import { say } from './copy.ts'
import type { SignInDoubt } from './doubt-domain.ts'

type Doubt = { readonly title: Copy; readonly sentence: Copy }

/** Why an observer may not be able to sign in: as a badge, and as a sentence. */
export const signInDoubts = {
  'phone.short': { title: say.titlePhoneShort, sentence: say.phoneShort },
  'phone.long': { title: say.titlePhoneLong, sentence: say.phoneLong },
  'phone.unknown': { title: say.titlePhoneUnknown, sentence: say.phoneUnknown },
  'phone.words': { title: say.titlePhoneWords, sentence: say.phoneWords },
  'phone.extension': { title: say.titlePhoneExtension, sentence: say.phoneExtension },
  'phone.shared': { title: say.titlePhoneShared, sentence: say.phoneShared },
  'pin.short': { title: say.titlePinShort, sentence: say.pinShort },
  'pin.untypeable': { title: say.titlePinUntypeable, sentence: say.pinUntypeable },
} as const satisfies Readonly<Record<SignInDoubt, Doubt>>

const sentences = Object.fromEntries(
  Object.entries(signInDoubts).map(([code, { sentence }]) => [code, sentence]),
)

/** Why a row of observers is wrong. */
export const explainObserver = explainer(
  {
    'row.twice': say.phoneTwice,
    'cell.decimals': say.decimals,
    'cell.formula': say.formula,
    'phone.shortened': say.phoneShortened,
    'phone.several': say.phonesInOneCell,
    'phone.of-several': say.phoneOfSeveral,
    'phone.of-other': say.phoneOfOther,
    ...sentences,
    'phone.of-person': say.phoneOfPerson,
    'person.known': say.personKnown,
    'person.several': say.personSeveral,
    'person.twice': say.personTwice,
  },
  importWords,
)
