import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Problem } from '#kit/contract/problem.ts'
import { t } from '#kit/web/language.ts'
import { explain } from '#kit/web/problems.ts'
import { call, useTouch } from '#kit/web/read/api.ts'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import type { useConfirm } from '#kit/web/ui/overlay/confirm.tsx'
import { type County, places } from '../contract.ts'
import { say } from '../copy.ts'
import { inOrder } from './county-list.ts'
import { titleOf, touched } from './use-counties.ts'

type Ask = ReturnType<typeof useConfirm>['ask']

/** The counties of the list in their order, and the actions on them. */
export function useCountyActs(list: readonly County[] | undefined, ask: Ask) {
  const touch = useTouch()
  /** The last error; it stays until something succeeds. */
  const [fault, setFault] = useState<string>()
  /** The requested order that is not stored yet. */
  const [wanted, setWanted] = useState<readonly number[]>()
  // One after the other: the last request wins.
  const { mutateAsync: inTurn } = useMutation({
    mutationFn: (store: () => Promise<unknown>) => store(),
    scope: { id: places.orderCounties.path },
  })

  /** Returns whether it succeeded. */
  const act = async (work: () => Promise<unknown>, failed: string): Promise<boolean> => {
    try {
      await work()
      await touch(...touched)
      setFault(undefined)
      return true
    } catch (failure) {
      if (!(failure instanceof Problem)) throw failure
      setFault(`${failed} ${explain(failure)}`)
      return false
    }
  }

  /** Optimistic: shows the order at once; if it cannot be stored it is reverted. */
  const order = async (ids: readonly number[], store: () => Promise<unknown>) => {
    setWanted(ids)
    await act(() => inTurn(store), t(say.orderNotSaved))
    setWanted((latest) => (latest === ids ? undefined : latest))
  }
  const reorder = (ids: readonly number[]) =>
    order(ids, () => call(places.orderCounties, { body: ids.map((id) => ({ id })) }))
  const moveToTop = ({ id }: County) => {
    const others = (wanted ?? list?.map((county) => county.id) ?? []).filter((one) => one !== id)
    return order([id, ...others], () => call(places.moveCountyToFirst, { body: { id } }))
  }

  const restore = async (county: Pick<County, 'id' | 'name' | 'code'>) => {
    const name = titleOf(county)
    const work = () => call(places.restoreCounty, { body: { id: county.id } })
    const isDone = await act(work, t(say.notRestored, { name }))
    if (isDone) toast.success({ title: t(say.restored, { name }) })
    return isDone
  }
  const remove = async (county: County) => {
    const name = titleOf(county)
    const stations = t(say.stationsCounted, { count: county.numberOfPollingStations })
    const isSure = await ask({
      title: t(say.deleteConfirmation),
      message: t(say.deleteWhat, { name, stations }),
      confirm: t(say.delete),
      isDeletion: true,
    })
    if (!isSure) return
    const work = () => call(places.removeCounty, { body: { id: county.id } })
    if (await act(work, t(say.notDeleted, { name })))
      toast.success({ title: t(say.deleted, { name }), undo: () => restore(county) })
  }

  return {
    rows: list && wanted ? inOrder(list, wanted) : list,
    fault,
    reorder,
    moveToTop,
    remove,
    restore,
  }
}

export type CountyActs = ReturnType<typeof useCountyActs>
