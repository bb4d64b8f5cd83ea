import { say } from './copy.ts'

/** What is shown of a milestone before it is copied. */
export const copiedColumns = {
  name: say.milestoneName,
  what: say.what,
  due: say.dueBy,
  forStation: say.forStation,
} as const
