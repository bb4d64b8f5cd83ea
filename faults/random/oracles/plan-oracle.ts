import type { Finding } from '../trace.ts'
import type { UndoneImport } from '../world.ts'

/** An assignment at the end of a run. */
export type Planned = {
  readonly id: number
  readonly revision: number
  readonly until: Date
  readonly isPlanned: boolean
}

/** What an import that was undone left, because somebody had changed it since. */
export type LeftAsItIs = { readonly importId: number; readonly assignmentId: number }

/**
 * An import of a plan that was undone is so entirely: what it added is out of the plan, what it changed ends when it
 * did, and what somebody changed since is left as it is, and named.
 */
export function undoneIsUndone(
  undone: readonly UndoneImport[],
  planned: readonly Planned[],
  left: readonly LeftAsItIs[],
): Finding[] {
  const plan = new Map(planned.map((one) => [one.id, one]))
  const named = new Set(left.map(({ importId, assignmentId }) => `${importId} ${assignmentId}`))
  return undone.flatMap(({ importId, assignments }) =>
    assignments.flatMap(({ id, revision, untilBefore }) => {
      const now = plan.get(id)
      // An election that was emptied since has none of them any more.
      if (!now || named.has(`${importId} ${id}`)) return []
      const isAsImported = now.revision === revision
      const isBack = !now.isPlanned || now.until.getTime() === untilBefore?.getTime()
      if (!isAsImported && (isBack || now.revision > revision + 1)) return []
      const what = `import ${importId} was undone, and assignment ${id} is as if it were not`
      return [{ oracle: 'an import of a plan is undone entirely', what, about: [] }]
    }),
  )
}
