import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { answersReceived } from '#features/answers/contract.ts'
import { type Expected, milestones } from '#features/milestones/contract.ts'
import { useMilestones } from '#features/milestones/web/deployment/use-deployment.ts'
import { noteReceived } from '#features/notes/contract.ts'
import { openedEveryMs } from '#features/notifications/web/opened.ts'
import { stationInfoReceived } from '#features/visits/contract.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { read, useTouch } from '#kit/web/read/api.ts'
import { atMostEvery, useLive } from '#kit/web/read/live.ts'
import { contacts } from '../contract.ts'

/** Assignments shown at once: nobody has more shifts. */
const mostShown = 50

export const useContact = (observerId: Id<'observers'>) =>
  useQuery({ ...read(contacts.find, { params: { observerId } }), refetchInterval: openedEveryMs })

/** What the observer is to do, and how far it is. */
export const useOwed = (observerId: Id<'observers'>) =>
  useQuery(read(milestones.expected, { query: { observerId, page: 1, pageSize: mostShown } }))

const restMs = 1000
/** Of what may concern one of these stations. */
const nearbyMs = 4000

type Heard = { readonly pollingStationId?: number | undefined; readonly countyId?: number }

/**
 * Reads what is owed again when a colleague reports from one of these stations, because that may have been once for the
 * station: what is announced names the colleague, so that it would seem to concern another card. It also names the
 * station that the phone named, which may be merged with one of these: only the county is certain.
 */
export function useReportsOfColleagues(owed: readonly Expected[]): void {
  const touch = useTouch()
  const readAgain = () => touch(milestones.expected)
  const [soon] = useState(() => atMostEvery(restMs, readAgain))
  const [later] = useState(() => atMostEvery(nearbyMs, readAgain))
  const isShared = useMilestones().data?.some(({ forStation }) => forStation)
  const heard = ({ pollingStationId, countyId }: Heard) => {
    if (owed.some((row) => row.pollingStationId === pollingStationId)) soon()
    else if (isShared && owed.some((row) => row.countyId === countyId)) later()
  }
  useLive(answersReceived, heard)
  useLive(noteReceived, heard)
  useLive(stationInfoReceived, heard)
}
