import type { Id } from '#kit/contract/value/id.ts'
import { t } from '#kit/web/language.ts'
import { useWrite } from '#kit/web/read/api.ts'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { useConfirm } from '#kit/web/ui/overlay/confirm.tsx'
import { type OneCounty, places } from '../contract.ts'
import { say } from '../copy.ts'
import { touched } from './use-counties.ts'

type CountyValues = {
  readonly name?: string
  readonly code?: string
  readonly diaspora?: boolean
  readonly numberOfPollingStations?: string
  readonly revision: number
}

/** Changes a county; removing stations has to be confirmed, and can be undone. */
export function useCountyChange(county: OneCounty) {
  const { ask, dialog } = useConfirm()
  const write = useWrite(places.editCounty, { touches: touched })
  const back = useWrite(places.restoreStations, { touches: touched })
  const params = { id: county.id as Id<'areas'> }

  const isMeant = (change: CountyValues) => {
    const { numberOfPollingStations: last } = county
    const left = Number(change.numberOfPollingStations ?? last)
    if (left >= last) return true
    return ask({
      title: t(say.removeTitle, { count: last - left }),
      message: t(say.removeWhat, { from: left + 1, to: last }),
      confirm: t(say.remove),
      isDeletion: true,
    })
  }
  /** Returns whether it succeeded: a confirmation may be declined. */
  const edit = async (change: CountyValues) => {
    if (!(await isMeant(change))) return false
    const { takenOut } = await write.mutateAsync({ params, body: change })
    if (takenOut.length === 0) {
      toast.success({ text: t(say.saved) })
      return true
    }
    toast.warning({
      text: t(say.takenOut, { count: takenOut.length }),
      undo: async () => {
        const count = await back.mutateAsync({ params, body: { stationIds: takenOut } })
        return t(say.stationsBack, { count })
      },
    })
    return true
  }
  return { edit, dialog }
}
