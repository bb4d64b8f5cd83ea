import { copy } from '#kit/contract/copy.ts'

/** Acts on several reports of the list. */
export const say = copy({
  tick: { ro: 'Selectează: {report}', en: 'Select: {report}' },
  tickAll: { ro: 'Selectează tot ce se vede', en: 'Select all shown' },
  ticked: {
    ro: { one: 'un raport selectat', few: '{count} selectate', other: '{count} selectate' },
    en: { one: '1 report selected', other: '{count} reports selected' },
  },
})
