import type { Finding } from '../trace.ts'
import type { UndoneImport } from '../world.ts'

/** An assignment at the end of a run. */
export type Planned = {
  readonly id: number
  readonly revision: number
  readonly until: Date
  readonly isPlanned: boolean
}

/** An assignment that an undo left unchanged, because it was edited after the import. */
export type LeftUnchanged = { readonly importId: number; readonly assignmentId: number }

/**
 * An undone import of a plan leaves nothing behind: added assignments are out of the plan, and changed ones have their
 * old end. An assignment that was edited after the import stays unchanged, and the undo names it.
 */
export function undoneIsUndone(
  undone: readonly UndoneImport[],
  planned: readonly Planned[],
  left: readonly LeftUnchanged[],
): Finding[] {
  const plan = new Map(planned.map((one) => [one.id, one]))
  const named = new Set(left.map(({ importId, assignmentId }) => `${importId} ${assignmentId}`))
  return undone.flatMap(({ importId, assignments }) =>
    assignments.flatMap(({ id, revision, untilBefore }) => {
      const now = plan.get(id)
      // The election was emptied after the undo.
      if (!now || named.has(`${importId} ${id}`)) return []
      const isAsImported = now.revision === revision
      const isBack = !now.isPlanned || now.until.getTime() === untilBefore?.getTime()
      if (!isAsImported && (isBack || now.revision > revision + 1)) return []
      const what = `import ${importId} was undone, and assignment ${id} is as if it were not`
      return [{ oracle: 'an undone plan import leaves nothing', what, about: [] }]
    }),
  )
}
