import { useQuery } from '@tanstack/react-query'
import { milestones } from '#features/milestones/contract.ts'
import { openedEveryMs } from '#features/notifications/web/opened.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { read } from '#kit/web/read/api.ts'
import { contacts } from '../contract.ts'

/** Assignments shown at once; no observer has more shifts. */
const mostShown = 50

export const useContact = (observerId: Id<'observers'>) =>
  useQuery({ ...read(contacts.find, { params: { observerId } }), refetchInterval: openedEveryMs })

/** The observer's expectations, with their progress. */
export const useOwed = (observerId: Id<'observers'>) =>
  useQuery(read(milestones.expected, { query: { observerId, page: 1, pageSize: mostShown } }))
