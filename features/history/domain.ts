/** A line of history as sealed: every column, unparsed, in the order of the chain. */
export type StoredLine = readonly [
  id: number,
  electionId: number | null,
  /** In UTC with milliseconds: `2026-11-22T09:00:00.000Z`. */
  at: string | null,
  actorRole: string,
  actorId: number | null,
  /** Null where a line that hides it has neither salt nor digest: such a line matches no seal. */
  actorName: string | null,
  act: string,
  subject: string,
  subjectId: number | null,
  /** Both as PostgreSQL writes a `jsonb` as text, so that every digit counts. */
  before: string | null,
  after: string | null,
]

/**
 * A line as the chain seals it, to the byte: a JSON array without spaces, in UTF-8. docs/history.md describes
 * it for independent verifiers; changing it breaks every existing chain.
 */
export const contentOf = (line: StoredLine): string => JSON.stringify(line)

/** A difference between before and after: where, and both values as text. */
export type RecordDifference = {
  /** The names that lead to it; empty where the whole differs. */
  readonly path: readonly string[]
  readonly before: unknown
  readonly after: unknown
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The differences, name by name; lists are compared as a whole, because their order matters. */
export function differencesOf(
  before: unknown,
  after: unknown,
  path: readonly string[] = [],
): RecordDifference[] {
  if (!isRecord(before ?? {}) || !isRecord(after ?? {}) || (!before && !after))
    return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ path, before, after }]
  const old = isRecord(before) ? before : {}
  const now = isRecord(after) ? after : {}
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])]
  return names.flatMap((name) =>
    isRecord(old[name]) || isRecord(now[name])
      ? differencesOf(old[name], now[name], [...path, name])
      : differs(old[name], now[name], [...path, name]),
  )
}

const differs = (before: unknown, after: unknown, path: readonly string[]): RecordDifference[] =>
  JSON.stringify(before) === JSON.stringify(after) ? [] : [{ path, before, after }]

/** The acts of observers; all others are by staff, strangers or the server alone. */
const ofObservers = new Set([
  'answers.received',
  'notes.received',
  'notifications.opened',
  'session.begun',
  'session.device-registered',
  'session.ended',
  'unplaced.received',
  'visits.reported',
])

/** Whether an observer may have done it: most of history is what they send. */
export const isOfObservers = (act: string): boolean => ofObservers.has(act)

/** The end of the chain as a small file, to be kept out of reach of the installation's staff. */
export const headFileOf = ({
  position,
  hash,
  sealedAt,
}: {
  readonly position: number
  readonly hash: string
  readonly sealedAt: Date
}): { fileName: string; text: string } => ({
  fileName: `veghe-history-head-${position}.json`,
  text: `${JSON.stringify({ position, hash, sealedAt }, null, 2)}\n`,
})
