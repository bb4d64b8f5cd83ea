import { history } from '#features/history/contract.ts'
import type { Change } from '#kit/contract/feature.ts'
import { announced } from './announced.ts'

const concerned = announced.flatMap(({ changes: own = [] }) => own)
const events = [...new Set(concerned.map(({ event }) => event))]

/** What each announcement makes old, whatever page is open. All that is done stands in history. */
export const changes: readonly Change[] = [
  ...concerned,
  ...events.map((event) => ({ event, touches: [history.list, history.head] })),
]
