import { copy } from '#kit/contract/copy.ts'

/** The filters of lists. */
export const say = copy({
  anyState: { ro: 'Oricare', en: 'Any' },
  anyone: { ro: 'Oricui', en: 'Anyone' },
  unassigned: { ro: 'ale nimănui', en: 'unassigned' },
  mine: { ro: 'Repartizate mie', en: 'Assigned to me' },
})
