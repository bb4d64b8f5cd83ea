import { useQuery } from '@tanstack/react-query'
import { read } from '#kit/web/read/api.ts'
import { answers } from '../contract.ts'
import type { ThreadKey } from './search.ts'

const unknown: readonly unknown[] = ['thing.not-found', 'request.invalid']

/** The open report. `isUnknown`: there is none, or no longer, and what was read before counts no more. */
export function useThread(open: ThreadKey | undefined) {
  const sent = { query: open ?? { observerId: '', pollingStationId: '' } }
  const query = useQuery({ ...read(answers.thread, sent), enabled: open !== undefined })
  const isUnknown = unknown.includes(query.error?.code)
  return { query, isUnknown, known: isUnknown ? undefined : query.data }
}
