import { t } from '#kit/web/language.ts'
import { useWrite } from '#kit/web/read/api.ts'
import { tryWithToast } from '#kit/web/try-with-toast.ts'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { assignments } from '../../contract.ts'
import { say } from '../../copy.ts'
import type { StationCode } from '../../target-contract.ts'

type Change = { readonly revision: number; readonly stations: readonly StationCode[] }

/** Names the target of coverage, and offers to undo it. */
export function useTargetChange() {
  const setting = useWrite(assignments.setTarget, {
    touches: [assignments.target, assignments.areas, assignments.uncovered],
  })
  const send = ({ revision, stations }: Change) =>
    setting.mutateAsync({ body: { revision, stations: stations.map(codeOf) } })

  const undo = (revision: number, stations: readonly StationCode[]) =>
    tryWithToast(async () => {
      await send({ revision, stations })
      toast.success({ title: t(say.targetUndone) })
    })

  /** @param before the stations of the former target */
  const change = async (next: Change, before: readonly StationCode[]): Promise<void> => {
    const { revision } = await send(next)
    const action = { label: t(say.undo), onPress: () => void undo(revision, before) }
    toast.success({ title: t(say.targetSet), action })
  }
  return { change }
}

const codeOf = ({ areaCode, pollingStationNumber }: StationCode) => ({
  areaCode,
  pollingStationNumber,
})
