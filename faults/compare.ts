import type { AcknowledgedReports } from '#testing/evening/evening.ts'
import type { Stored } from '#testing/evening/stored.ts'

/** Errors in the stored data, one line each. */
export type Findings = {
  /** Acknowledged, but missing or stored differently. */
  readonly lost: readonly string[]
  /** Stored more often than sent, or never sent. */
  readonly doubled: readonly string[]
  /** Stored counters that differ from a recount. */
  readonly miscounted: readonly string[]
}

/** Compares the acknowledged reports with the stored ones. */
export function compare(
  memory: AcknowledgedReports,
  stored: Stored,
  files: ReadonlySet<string>,
): Findings {
  const changes = [...memory.changes].map(([visit, count]) => [visit, count] as const)
  return {
    lost: [
      ...[...memory.sentAnswers]
        .filter(([key, value]) => stored.sentAnswers.get(key) !== value)
        .map(named),
      ...changes.filter(([visit, count]) => (stored.changes.get(visit) ?? 0) < count).map(named),
      ...without(memory.notes, stored.notes),
      ...without(memory.files, files),
    ],
    doubled: [
      ...without(new Set(stored.sentAnswers.keys()), new Set(memory.sentAnswers.keys())),
      ...[...stored.changes]
        .filter(([visit, count]) => count > (memory.changes.get(visit) ?? 0))
        .map(named),
      ...without(stored.notes, memory.notes),
      ...surplus('notes', stored.noteRows, stored.notes.size),
      ...surplus('lines of history about notes', stored.noteHistory, stored.notes.size),
      ...surplus('visits', stored.visitRows, stored.visits.size),
    ],
    miscounted: stored.miscounted.map((row) => JSON.stringify(row)),
  }
}

const named = ([key, value]: readonly [string, string | number]) => `${key}: ${value}`

const without = (all: ReadonlySet<string>, those: ReadonlySet<string>) =>
  [...all].filter((one) => !those.has(one))

const surplus = (what: string, there: number, distinct: number) =>
  there > distinct ? [`${there} ${what} instead of ${distinct}`] : []
