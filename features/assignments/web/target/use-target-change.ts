import { t } from '#kit/web/language.ts'
import { useWrite } from '#kit/web/read/api.ts'
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

  /** @param before the stations of the former target */
  const change = async (next: Change, before: readonly StationCode[]): Promise<void> => {
    const { revision } = await send(next)
    const undo = async () => {
      await send({ revision, stations: before })
      return t(say.targetUndone)
    }
    toast.success({ title: t(say.targetSet), undo })
  }
  return { change }
}

const codeOf = ({ areaCode, pollingStationNumber }: StationCode) => ({
  areaCode,
  pollingStationNumber,
})
