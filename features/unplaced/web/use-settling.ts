import { answers } from '#features/answers/contract.ts'
import { useWrite } from '#kit/web/api.ts'
import { t } from '#kit/web/language.ts'
import { told } from '#kit/web/told.ts'
import { toast } from '#kit/web/ui/toasts.ts'
import { type Placing, type Unplaced, unplaced } from '../contract.ts'
import { say } from '../copy.ts'

/** What staff do with a report that has no place; what was set aside can be taken back at once. */
export function useSettling() {
  const placing = useWrite(unplaced.place, { touches: [unplaced.list, answers.list] })
  const dismissing = useWrite(unplaced.dismiss, { touches: [unplaced.list] })
  const restoring = useWrite(unplaced.restore, { touches: [unplaced.list] })

  const restore = ({ id }: Unplaced) =>
    told(async () => {
      await restoring.mutateAsync({ params: { id } })
      toast.success({ title: t(say.success), text: t(say.restoredOne) })
    })
  const dismiss = (report: Unplaced) =>
    told(async () => {
      await dismissing.mutateAsync({ params: { id: report.id } })
      toast.success({
        title: t(say.success),
        text: t(say.dismissedOne),
        action: { label: t(say.undo), onPress: () => void restore(report) },
      })
    })
  /** A refusal is the caller's to show, beside the place that was named. */
  const place = async ({ id }: Unplaced, body: Placing) => {
    const done = await placing.mutateAsync({ params: { id }, body })
    const { placed, left, superseded = 0 } = done
    const told = [
      placed > 0 && t(say.placedSome, { count: placed }),
      superseded > 0 && t(say.supersededSome, { count: superseded }),
      left > 0 && t(say.left, { count: left }),
    ]
    toast.success({ title: t(say.success), text: told.filter(Boolean).join(' ') })
  }
  return { place, dismiss, restore }
}
