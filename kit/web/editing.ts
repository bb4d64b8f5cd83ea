import { useState } from 'react'
import type { FieldChange, Revised } from '#kit/contract/revision.ts'

type Values = Readonly<Record<string, unknown>>

/** A field that two people have changed: what was typed here, and what somebody else has stored. */
export type Collision<V extends Values> = {
  readonly field: keyof V & string
  readonly mine: V[keyof V]
  readonly theirs: V[keyof V]
  /** When and by whom; a file says nobody. */
  readonly said: FieldChange | undefined
}

/**
 * What is being edited. `stored` is what the server said last: it may be read again at any time, and
 * as long as somebody edits it must be the thing with the same id. Fields that nobody has touched here
 * follow it; what was typed stays; where both have changed a field both are kept, until the person
 * before the screen has chosen.
 */
export function useEditing<V extends Values>(
  stored: V & Revised,
  fields: readonly (keyof V & string)[],
) {
  const [base, setBase] = useState(stored)
  const [typed, setTyped] = useState<Partial<V>>({})
  const [open, setOpen] = useState<readonly (keyof V & string)[]>([])
  const [isSending, setSending] = useState(false)

  // Our own change may be announced before the call that made it has returned.
  if (!isSending && stored.revision > base.revision) follow()

  function follow() {
    const mine = fields.filter((field) => field in typed && !isSame(typed[field], stored[field]))
    const theirs = mine.filter((field) => !isSame(stored[field], base[field]))
    setTyped(pick(typed, mine))
    setOpen(mine.filter((field) => theirs.includes(field) || open.includes(field)))
    setBase(stored)
  }

  const onType = (change: Partial<V>) => {
    const next = { ...typed, ...change }
    const differing = fields.filter((field) => field in next && !isSame(next[field], base[field]))
    setTyped(pick(next, differing))
    setOpen(open.filter((field) => differing.includes(field)))
  }
  const settle = (field: keyof V & string, keeps: 'mine' | 'theirs') => {
    setOpen(open.filter((one) => one !== field))
    if (keeps === 'theirs')
      setTyped(
        pick(
          typed,
          keysOf(typed).filter((one) => one !== field),
        ),
      )
  }
  /**
   * Sends what was changed and nothing else, with the revision that it began from; `send` answers
   * whether it was done. What it throws leaves everything as it is.
   */
  const save = async (send: (change: Partial<V> & { revision: number }) => Promise<boolean>) => {
    const sent = typed
    setSending(true)
    try {
      if (!(await send({ ...sent, revision: base.revision }))) return
      setBase({ ...base, ...sent })
      setTyped({})
      setOpen([])
    } finally {
      setSending(false)
    }
  }
  const collisions = open.map(
    (field): Collision<V> => ({
      field,
      mine: typed[field] as V[keyof V],
      theirs: base[field],
      said: base.changes[field],
    }),
  )
  return {
    values: { ...base, ...typed },
    isDirty: keysOf(typed).length > 0,
    collisions,
    onType,
    settle,
    save,
  }
}

/** Of what stands in a window's fields, what differs from what the window was opened with. */
export const changedOf = <V extends Values>(opened: V & object, values: Partial<V>): Partial<V> =>
  pick(
    values,
    keysOf(values).filter((field) => !isSame(values[field], opened[field])),
  )

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

const keysOf = <V extends Values>(values: Partial<V>) => Object.keys(values) as (keyof V & string)[]

const pick = <V extends Values>(values: Partial<V>, fields: readonly (keyof V & string)[]) =>
  Object.fromEntries(fields.map((field) => [field, values[field]])) as Partial<V>
