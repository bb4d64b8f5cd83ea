import { useState } from 'react'
import { noteReceived, notes } from '#features/notes/contract.ts'
import { stationInfoReceived, visits } from '#features/visits/contract.ts'
import { useTouch } from '#kit/web/api.ts'
import { atMostEvery, useLive } from '#kit/web/live.ts'
import { answers, answersReceived } from '../contract.ts'
import { useReview } from './search.ts'

const restMs = 1000

/** Reads again what an announcement says has changed, about once a second at most. */
export function useListening(): void {
  const { open } = useReview()
  const touch = useTouch()
  const [readList] = useState(() => atMostEvery(restMs, () => touch(answers.list)))
  const [readThread] = useState(() =>
    atMostEvery(restMs, () => touch(answers.thread, answers.filledIn, notes.list, visits.info)),
  )
  const heard = ({
    observerId,
    pollingStationId,
  }: {
    observerId: number
    pollingStationId: number
  }) => {
    readList()
    const isOpen =
      open?.observerId === String(observerId) && open.pollingStationId === String(pollingStationId)
    if (isOpen) readThread()
  }

  useLive(answersReceived, heard)
  useLive(noteReceived, heard)
  useLive(stationInfoReceived, heard)
}
