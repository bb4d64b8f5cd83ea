import type { CallInput, Endpoint } from '#kit/contract/endpoint.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { useSingleFlight } from '#kit/web/edit/single-flight.ts'
import { t } from '#kit/web/language.ts'
import { useWrite } from '#kit/web/read/api.ts'
import { tryWithToast } from '#kit/web/try-with-toast.ts'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { reviews } from '../../contract.ts'
import { stateNames } from '../../copy.ts'
import { sendingBack } from '../../returning-contract.ts'
import type { Review } from '../../review-contract.ts'
import { say } from './copy.ts'

export type Change = Omit<CallInput<typeof reviews.change>['body'], 'reports'>
export type Reviewed = {
  readonly observerId: Id<'observers'>
  readonly pollingStationId: Id<'pollingStations'>
  readonly pollingStationName: string
  readonly lastModified: Date
  readonly review: Review
}

const seenOf = ({ observerId, pollingStationId, lastModified, review }: Reviewed) => ({
  ...{ observerId, pollingStationId, lastModified: lastModified.toISOString() },
  revision: review.revision,
})

/** Changes the reviews of reports in the state they are shown in, and offers to undo that. */
export function useChange(reports: readonly Reviewed[], touches: readonly Endpoint[]) {
  const { mutateAsync } = useWrite(reviews.change, { touches })
  const offerUndo = useUndoing(touches)
  const { once } = useSingleFlight()
  const send = async (change: Change) => {
    const { changeId, changed, conflicts } = await mutateAsync({
      body: { ...change, reports: reports.map(seenOf) },
    })
    offerUndo(reports.length === 1 ? nowOf(change) : nowOfSeveral(change, changed), changeId)
    if (conflicts.length > 0)
      toast.warning({ text: t(say.changedMeanwhile, { count: conflicts.length }) })
  }
  /** Says whether it did. */
  const change = async (next: Change): Promise<boolean> => {
    let isDone = false
    await once(async () => {
      isDone = await tryWithToast(() => send(next))
    })
    return isDone
  }
  return { send, change }
}

/** Sends a report back to its observer, and offers to undo that. */
export function useSendingBack(report: Reviewed, touches: readonly Endpoint[]) {
  const { mutateAsync } = useWrite(sendingBack.send, { touches })
  const offerUndo = useUndoing(touches)
  return async (message: string) => {
    const title = t(say.toCorrect, { station: report.pollingStationName.slice(0, 150) })
    const { changeId } = await mutateAsync({ body: { ...seenOf(report), title, message } })
    offerUndo(t(say.isSentBack), changeId)
  }
}

function useUndoing(touches: readonly Endpoint[]) {
  const { mutateAsync } = useWrite(reviews.undo, { touches })
  return (text: string, changeId: Id<'reviewChanges'>) =>
    toast.success({
      text,
      undo: async () => {
        const { delivered } = await mutateAsync({ params: { changeId } })
        return t(delivered > 0 ? say.undoneTooLate : say.undone)
      },
    })
}

function nowOf({ state, assignee }: Change): string {
  if (assignee) return t(say.assigned, { account: assignee })
  return state ? t(say.changed, { state: t(stateNames[state]) }) : t(say.released)
}

function nowOfSeveral({ state, assignee }: Change, count: number): string {
  if (assignee) return t(say.severalAssigned, { account: assignee, count })
  return state
    ? t(say.severalChanged, { state: t(stateNames[state]), count })
    : t(say.severalReleased, { count })
}
