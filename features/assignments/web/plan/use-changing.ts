import type { CallInput, Endpoint } from '#kit/contract/endpoint.ts'
import { t } from '#kit/web/language.ts'
import { useWrite } from '#kit/web/read/api.ts'
import { serverNow } from '#kit/web/read/clock.ts'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { type Assignment, assignments } from '../../contract.ts'
import { say } from '../../copy.ts'
import { touched } from '../use-plan-acts.ts'

type Change = CallInput<typeof assignments.edit>['body'] & { readonly revision: number }

/** A shift as it was. */
type Before = Pick<Assignment, 'id' | 'pollingStationId' | 'from' | 'until' | 'isMobile'>

/**
 * Changes an assignment, and offers to undo it: a change from now on may have ended the shift, and added another one.
 * @param more further reads to invalidate
 * @throws Problem why it was refused: a form shows it beside its field.
 */
export function useChanging(more: readonly Endpoint[] = []) {
  const touches = { touches: [...touched, ...more] }
  const editing = useWrite(assignments.edit, touches)
  const restoring = useWrite(assignments.restore, touches)
  const removing = useWrite(assignments.remove, touches)
  return async (before: Before, change: Change): Promise<void> => {
    const { id, until } = before
    const { revision, since: _, ...changed } = change
    const wasOver = until.getTime() <= serverNow()
    const next = await editing.mutateAsync({ params: { id }, body: change })
    const undo = async () => {
      if (next.id === id) {
        const body = { ...valuesOf(before, changed), revision: revision + 1 }
        await editing.mutateAsync({ params: { id }, body })
      } else if (wasOver) await removing.mutateAsync({ body: { ids: [next.id], revisions: [1] } })
      else {
        const body = { ids: [id], revisions: [revision], insteadOf: [next.id] }
        await restoring.mutateAsync({ body })
      }
      return t(say.undone)
    }
    toast.success({ text: t(say.saved), undo })
  }
}

/** The former values of the changed fields. */
const valuesOf = (
  { pollingStationId, from, until, isMobile }: Before,
  changed: Partial<Change>,
) => ({
  ...(changed.pollingStationId !== undefined && { pollingStationId }),
  ...(changed.from !== undefined && { from: from.toISOString() }),
  ...(changed.until !== undefined && { until: until.toISOString() }),
  ...(changed.isMobile !== undefined && { isMobile }),
})
