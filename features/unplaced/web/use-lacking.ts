import { useState } from 'react'
import type { Problem } from '#kit/contract/problem.ts'
import type { Unplaced } from '../contract.ts'

/**
 * Which fields an item lacks. Only the server knows: it checks the answer once the station is named, and a late item
 * once it is placed.
 */
export function useLacking({ reason }: Unplaced) {
  const isLate = reason === 'election-archived'
  const [station, setStation] = useState(reason === 'no-such-station')
  const [option, setOption] = useState(!isLate && !station)
  return {
    isLate,
    lacksStation: station,
    lacksOption: option,
    /** Whether a refusal shows that another field is missing. */
    learn(failure: Problem): boolean {
      const misfit = misfitOf(failure)
      if (misfit === undefined) return false
      const [isKnown, setKnown] =
        misfit === 'no-such-station' ? [station, setStation] : [option, setOption]
      if (!isKnown) setKnown(true)
      return !isKnown
    },
  }
}

const misfitOf = ({ code, details }: Problem) =>
  code === 'unplaced.has-no-place' && details && 'reason' in details ? details.reason : undefined
