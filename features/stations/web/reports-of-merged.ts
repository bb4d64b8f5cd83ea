import { useState } from 'react'
import { answersReceived } from '#features/answers/contract.ts'
import { noteReceived } from '#features/notes/contract.ts'
import type { OneStation } from '#features/places/station-contract.ts'
import { stationInfoReceived } from '#features/visits/contract.ts'
import { useTouch } from '#kit/web/read/api.ts'
import { atMostEvery, useLive } from '#kit/web/read/live.ts'
import { stations } from '../contract.ts'

const restMs = 1000

/**
 * Refetches a station's page when a merged station gets a report. The event names the station that the phone named, so
 * the usual invalidation would not match this page.
 */
export function useReportsOfMerged({ merged }: Pick<OneStation, 'merged'>): void {
  const touch = useTouch()
  const [readAgain] = useState(() =>
    atMostEvery(restMs, () => touch(stations.visits, stations.use)),
  )
  const heard = ({ pollingStationId }: { readonly pollingStationId?: number | undefined }) => {
    if (merged.some(({ id }) => id === pollingStationId)) readAgain()
  }
  useLive(answersReceived, heard)
  useLive(noteReceived, heard)
  useLive(stationInfoReceived, heard)
}
