import type { Copy } from '#kit/contract/copy.ts'
import type { Problem } from '#kit/contract/problem.ts'
import { t } from '#kit/web/language.ts'
import type { Task, TaskKindName } from '../contract.ts'
import { say } from '../copy.ts'

const names: Readonly<Record<TaskKindName, Copy>> = {
  'export.answers': say.exportAnswers,
  'export.notes': say.exportNotes,
  'export.observers': say.exportObservers,
  'export.counties': say.exportCounties,
  'export.stations': say.exportStations,
  'import.observers': say.importObservers,
  'import.stations': say.importStations,
  'import.counties': say.importCounties,
  'import.areas': say.importAreas,
  'import.plan': say.importPlan,
}

/** A task's name. */
export const nameOf = ({ kind }: Pick<Task, 'kind'>): string => t(names[kind])

const changes = [
  ['added', say.added],
  ['changed', say.changed],
  ['unchanged', say.unchanged],
] as const

/** The counts of a finished import in words. */
export function changesOf({ counts, refused }: Pick<Task, 'counts' | 'refused'>): string {
  const parts = changes.flatMap(([name, words]) => {
    const count = counts?.[name]
    return count === undefined ? [] : [t(words, { count })]
  })
  const all = refused > 0 ? [...parts, t(say.refused, { count: refused })] : parts
  return all.join(' · ')
}

/** The wrong lines of a file with their reasons; a line without a number is the whole file. */
export const signsOf = ({ details }: Problem): string[] =>
  details !== undefined && 'rows' in details
    ? details.rows.map(({ line, reason }) =>
        line > 0 ? `${t(say.onLine, { line })} ${reason}` : reason,
      )
    : []
