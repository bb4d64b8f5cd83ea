import { useState } from 'react'
import type { FieldChange, Revised } from '#kit/contract/revision.ts'

type Values = Readonly<Record<string, unknown>>

/** A field that two people have changed: the value typed here, and the value another user has stored. */
export type EditConflict<V extends Values> = {
  readonly field: keyof V & string
  readonly mine: V[keyof V]
  readonly theirs: V[keyof V]
  /** Time and author; without an author for a file. */
  readonly fieldChange: FieldChange | undefined
}
/** The state of an edit window or page. */
export type Editing<V extends Values> = ReturnType<typeof useEditing<V>>

/**
 * The edit state: the fields in `stored`, of the thing `of` whose revision it is. Both are the server's latest values: they
 * may be refetched at any time, and while the user edits they must be of the thing with
 * the same id. Untouched fields follow them; typed values stay; where both have changed a field both are
 * kept, until the user has chosen. For an `untold` field the server never sends the stored value, only that
 * it was changed.
 */
export function useEditing<V extends Values>(
  stored: V,
  of: Revised,
  untold: readonly (keyof V & string)[] = [],
) {
  const fields = keysOf<V>(stored)
  const [base, setBase] = useState({ values: stored, revision: of.revision, changes: of.changes })
  const [typed, setTyped] = useState<Partial<V>>({})
  const [open, setOpen] = useState<readonly (keyof V & string)[]>([])
  const [isSending, setSending] = useState(false)

  // Our own change may be announced before the call that made it has returned.
  if (!isSending && of.revision > base.revision) follow()

  function follow() {
    const mine = fields.filter((field) => field in typed && !isSame(typed[field], stored[field]))
    const isNewer = (field: keyof V & string) => (of.changes[field]?.revision ?? 0) > base.revision
    const theirs = mine.filter((field) =>
      untold.includes(field) ? isNewer(field) : !isSame(stored[field], base.values[field]),
    )
    setTyped(pick(typed, mine))
    setOpen(mine.filter((field) => theirs.includes(field) || open.includes(field)))
    setBase({ values: stored, revision: of.revision, changes: of.changes })
  }

  const onType = (change: Partial<V>) => {
    const next = { ...typed, ...change }
    const differing = fields.filter(
      (field) => field in next && !isSame(next[field], base.values[field]),
    )
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
   * Sends only what was changed, with the base revision; `send` returns whether it succeeded. If it throws,
   * nothing changes.
   */
  const save = async (send: (change: Partial<V> & { revision: number }) => Promise<boolean>) => {
    const sent = typed
    setSending(true)
    try {
      if (!(await send({ ...sent, revision: base.revision }))) return
      const saved = { ...base.values, ...sent }
      // Input typed during the call is not saved yet.
      setTyped((now) => {
        const shown = { ...base.values, ...now }
        return pick(
          shown,
          fields.filter((field) => !isSame(shown[field], saved[field])),
        )
      })
      setBase({ ...base, values: { ...saved, ...pick(base.values, untold) } })
      setOpen([])
    } finally {
      setSending(false)
    }
  }
  const collisions = open.map(
    (field): EditConflict<V> => ({
      field,
      mine: typed[field] as V[keyof V],
      theirs: base.values[field],
      fieldChange: base.changes[field],
    }),
  )
  return {
    values: { ...base.values, ...typed },
    isDirty: keysOf(typed).length > 0,
    collisions,
    onType,
    settle,
    save,
  }
}

/** The current row of a list for which a window was opened; the original row if it is gone. */
export const newest = <Row extends { readonly id: number }>(
  rows: readonly Row[] | undefined,
  row: Row,
): Row => rows?.find(({ id }) => id === row.id) ?? row

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

const keysOf = <V extends Values>(values: Partial<V>) => Object.keys(values) as (keyof V & string)[]

const pick = <V extends Values>(values: Partial<V>, fields: readonly (keyof V & string)[]) =>
  Object.fromEntries(fields.map((field) => [field, values[field]])) as Partial<V>
