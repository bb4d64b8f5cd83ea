import type { Parts, ReplayedRow, Values } from '#kit/contract/history/recorded.ts'

/** The texts for a row that only history has, and for a row that history lacks. */
type Findings = { readonly missing?: string; readonly unrecorded?: string }

/** A stored row with its parts. */
type Stored = { readonly row: Values | undefined; readonly parts: Parts }

/** All differences between a row and history, without quoting any text of a user. */
export function faultsOf(
  { missing = 'it is missing', unrecorded = 'no line of history tells of it' }: Findings,
  replayed: ReplayedRow | undefined,
  { row, parts }: Stored,
): readonly string[] {
  const { faults = [], gone, values } = replayed ?? { gone: unrecorded }
  if (gone) return row || parts.size > 0 ? [gone] : faults
  if (!row) return [missing]
  return [
    ...faults,
    ...partFaults(replayed?.parts ?? none, parts),
    ...differing(values ?? {}, row).map((name) => `${name} differs`),
  ]
}

const none: Parts = new Map()

function partFaults(replayed: Parts, stored: Parts): string[] {
  const faults = [...stored].flatMap(([part, row]) => {
    const values = replayed.get(part)
    if (!values) return [`${part}: no line of history tells of it`]
    const names = differing(values, row)
    return names.length > 0 ? [`${part}: ${names.join(', ')} differs`] : []
  })
  const gone = [...replayed.keys()].filter((part) => !stored.has(part))
  return [...faults, ...gone.map((part) => `${part}: it is missing`)]
}

/** The names of what history tells otherwise. */
const differing = (replayed: Values, stored: Values): string[] =>
  Object.keys(replayed).filter(
    (name) => replayed[name] !== undefined && !isSame(replayed[name], stored[name]),
  )

const isSame = (one: unknown, other: unknown): boolean =>
  one === other ||
  (one instanceof Date && other instanceof Date
    ? one.getTime() === other.getTime()
    : JSON.stringify(one) === JSON.stringify(other))
