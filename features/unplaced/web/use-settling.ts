import { answers } from '#features/answers/contract.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { t } from '#kit/web/language.ts'
import { useWrite } from '#kit/web/read/api.ts'
import { tryWithToast } from '#kit/web/try-with-toast.ts'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { type Kept, type Placing, type Unplaced, unplaced } from '../contract.ts'
import { say } from '../copy.ts'
import { factOf } from './sent.ts'

const touchedByPlacing = [unplaced.list, answers.list] as const

/** The actions of staff on an unplaced item; any of them can be undone at once. */
export function useSettling() {
  const placing = useWrite(unplaced.place, { touches: touchedByPlacing })
  const { unplace, undoPlacing } = useUndoing()
  const dismissing = useWrite(unplaced.dismiss, { touches: [unplaced.list] })
  const restoring = useWrite(unplaced.restore, { touches: [unplaced.list] })

  const restore = ({ id }: Unplaced) =>
    tryWithToast(async () => {
      await restoring.mutateAsync({ params: { id } })
      toast.success({ text: t(say.restoredOne) })
    })
  const dismiss = (report: Unplaced) =>
    tryWithToast(async () => {
      await dismissing.mutateAsync({ params: { id: report.id } })
      toast.success({ text: t(say.dismissedOne), undo: () => restore(report) })
    })
  /** The caller shows a refusal beside the field. */
  const place = async ({ id }: Unplaced, body: Placing) => {
    const done = await placing.mutateAsync({ params: { id }, body })
    const { placed, left, superseded = 0, placingId } = done
    const parts = [
      placed > 0 && t(say.placedSome, { count: placed }),
      superseded > 0 && t(say.supersededSome, { count: superseded }),
      left > 0 && t(say.left, { count: left }),
    ]
    toast.success({
      text: parts.filter(Boolean).join(' '),
      undo: placed + superseded > 0 && (() => undoPlacing(placingId)),
    })
  }
  return { place, unplace, dismiss, restore }
}

function useUndoing() {
  const unplacing = useWrite(unplaced.unplace, { touches: touchedByPlacing })
  const undoing = useWrite(unplaced.undoPlacing, { touches: touchedByPlacing })

  const unplace = ({ id }: Unplaced) =>
    tryWithToast(async () => toastUndone(1, await unplacing.mutateAsync({ params: { id } })))
  const undoPlacing = (id: Id<'placings'>) =>
    tryWithToast(async () => {
      const done = await undoing.mutateAsync({ params: { id } })
      toastUndone(done.undone, done)
    })
  return { unplace, undoPlacing }
}

type Undone = { readonly kept: readonly Kept[]; readonly left?: number }

function toastUndone(count: number, { kept, left = 0 }: Undone): void {
  const what = [...new Set(kept.map((one) => factOf(one.what)))].join(', ')
  const text = [
    count > 0 && t(say.openAgain, { count }),
    what && t(say.keptThere, { what }),
    left > 0 && t(say.leftThere, { count: left }),
  ]
  toast.success({ text: text.filter(Boolean).join(' ') })
}
