import { useState } from 'react'
import type { Observer } from '../contract.ts'
import type { Typed } from './observer-form.tsx'

type Values = Omit<Typed, 'pin'>
type Stored = Values & Pick<Observer, 'id' | 'revision'>

/**
 * What is typed in, and whether it differs from what it began with. When somebody else changes the
 * observer, the fields follow as long as nobody has typed; afterwards the person before them
 * decides.
 */
export function useDraft(stored: Stored) {
  const [base, setBase] = useState(stored)
  const [seen, setSeen] = useState(stored)
  const [typed, setTyped] = useState<Typed>({ ...valuesOf(stored), pin: '' })
  const [isOutdated, setOutdated] = useState(false)
  const isDirty = typed.pin !== '' || !isSame(typed, base)

  const begin = (values: Stored) => {
    setBase(values)
    setTyped({ ...valuesOf(values), pin: '' })
    setOutdated(false)
  }
  const follow = () => {
    setSeen(stored)
    if (!isDirty) begin(stored)
    // Our own change may be announced before the call that made it has returned.
    else if (isSame(stored, typed) || isSame(stored, base)) setBase(stored)
    else setOutdated(true)
  }
  if (stored.revision !== seen.revision) follow()
  const onType = (change: Partial<Typed>) => setTyped({ ...typed, ...change })
  return { base, typed, onType, isDirty, isOutdated, begin }
}

const valuesOf = ({ name, phone, isTest }: Values): Values => ({ name, phone, isTest })

const isSame = (one: Values, other: Values): boolean =>
  JSON.stringify(valuesOf(one)) === JSON.stringify(valuesOf(other))
