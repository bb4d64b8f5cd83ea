import { useState } from 'react'
import { unplacedChanged } from '#features/visits/contract.ts'
import { useTouch } from '#kit/web/api.ts'
import { atMostEvery, useLive } from '#kit/web/live.ts'
import { unplaced } from '../contract.ts'

const restMs = 1000

/** Reads again what has no place when that changes, about once a second at most. */
export function useListening(): void {
  const touch = useTouch()
  const [readAgain] = useState(() => atMostEvery(restMs, () => touch(unplaced.list)))
  useLive(unplacedChanged, readAgain)
}
