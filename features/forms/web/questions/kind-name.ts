import { t } from '#kit/web/language.ts'
import { say } from '../../copy.ts'
import type { DraftKind } from '../editor/form-parts.ts'

const names = {
  0: say.multipleChoice,
  1: say.singleChoice,
  2: say.singleChoiceText,
  3: say.multipleChoiceText,
  whole: say.wholeNumber,
  decimal: say.decimalNumber,
  rating: say.ratingKind,
  line: say.shortText,
  text: say.longText,
  date: say.date,
  time: say.time,
  moment: say.dateAndTime,
  file: say.photoOrFile,
} as const

/** A kind of question, as the editor calls it. */
export const kindName = (kind: DraftKind): string => t(names[kind])
