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

/** Changes the review of a report in the state it is shown in, and offers to undo that. */
export function useChange(
  {
    observerId,
    pollingStationId,
    pollingStationName,
    lastModified,
    review: { revision },
  }: Reviewed,
  touches: readonly Endpoint[],
) {
  const { mutateAsync } = useWrite(reviews.change, { touches })
  const back = useWrite(sendingBack.send, { touches })
  const undo = useWrite(reviews.undo, { touches })
  const { once } = useSingleFlight()
  const seen = { observerId, pollingStationId, lastModified: lastModified.toISOString(), revision }
  const offerUndo = (text: string, changeId: Id<'reviewChanges'>) =>
    toast.success({
      text,
      undo: async () => {
        const { delivered } = await undo.mutateAsync({ params: { changeId } })
        return t(delivered > 0 ? say.undoneTooLate : say.undone)
      },
    })
  const send = async (change: Change) => {
    const { changeId } = await mutateAsync({ body: { ...change, reports: [seen] } })
    offerUndo(nowOf(change), changeId)
  }
  const sendBack = async (message: string) => {
    const title = t(say.toCorrect, { station: pollingStationName.slice(0, 150) })
    const { changeId } = await back.mutateAsync({ body: { ...seen, title, message } })
    offerUndo(t(say.isSentBack), changeId)
  }
  const change = (next: Change) =>
    once(async () => {
      await tryWithToast(() => send(next))
    })
  return { send, sendBack, change }
}

function nowOf({ state, assignee }: Change): string {
  if (assignee) return t(say.assigned, { account: assignee })
  return state ? t(say.changed, { state: t(stateNames[state]) }) : t(say.released)
}
