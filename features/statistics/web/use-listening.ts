import { useState } from 'react'
import { answers, answersReceived } from '#features/answers/contract.ts'
import { useTouch } from '#kit/web/api.ts'
import { atMostEvery, useLive } from '#kit/web/live.ts'
import { statistics } from '../contract.ts'

/** Counting is dearer than reading one report, and nobody reads numbers that change every second. */
const restMs = 4000

/** Counts again what reports have changed, every few seconds at most. */
export function useListening(): void {
  const touch = useTouch()
  const [countAgain] = useState(() =>
    atMostEvery(restMs, () => touch(statistics.list, statistics.trend, answers.list)),
  )
  useLive(answersReceived, countAgain)
}
