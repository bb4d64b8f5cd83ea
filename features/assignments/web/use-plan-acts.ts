import { useWritingTo } from '#features/observers/web/list/use-writing-to.ts'
import { useMay } from '#features/session/web/may.tsx'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { t } from '#kit/web/language.ts'
import { useWrite } from '#kit/web/read/api.ts'
import { serverNow } from '#kit/web/read/clock.ts'
import { tryWithToast } from '#kit/web/try-with-toast.ts'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { type AssignmentDraft, assignments, mostAssignments } from '../contract.ts'
import { say } from '../copy.ts'
import { minuteOf } from '../domain.ts'

/** The assignment and revision on screen. */
export type Shown = { readonly id: Id<'assignments'>; readonly revision: number }

/** `now`: the observer leaves now; `always`: the observer was never there. */
type Since = 'now' | 'always'

/** A shift that is on: an observer can leave it. */
export const isOn = (
  { from, until }: { readonly from: Date; readonly until: Date },
  now: number,
): boolean => from.getTime() < now && now < until.getTime()

/** The ids of a call, with the revisions on screen. */
const begun = (some: readonly Shown[]) => ({
  ids: some.map(({ id }) => id),
  revisions: some.map(({ revision }) => revision),
})

/** The reads that a change of the plan invalidates. */
export const touched: readonly Endpoint[] = [
  assignments.list,
  assignments.areas,
  assignments.proposals,
  assignments.unassigned,
  assignments.uncovered,
  assignments.listImports,
]

/** As many in a call as one may be about. */
function inCalls<Each>(all: readonly Each[]): Each[][] {
  const calls = Math.ceil(all.length / mostAssignments)
  return Array.from({ length: calls }, (_, nth) =>
    all.slice(nth * mostAssignments, (nth + 1) * mostAssignments),
  )
}

/**
 * Changes the plan, and offers to undo it.
 * @param more further reads to invalidate
 */
export function usePlanActs(more: readonly Endpoint[] = []) {
  const touches = { touches: [...touched, ...more] }
  const adding = useWrite(assignments.add, touches)
  const removing = useWrite(assignments.remove, touches)
  const restoring = useWrite(assignments.restore, touches)

  const end = async (each: readonly Shown[], since: Since = 'always'): Promise<Shown[]> => {
    const gone = new Set<number>()
    for (const some of inCalls(each))
      for (const id of await removing.mutateAsync({ body: { ...begun(some), since } })) gone.add(id)
    return each.filter(({ id }) => gone.has(id))
  }
  const bringBack = async (each: readonly Shown[]): Promise<string> => {
    let count = 0
    for (const some of inCalls(each)) count += await restoring.mutateAsync({ body: begun(some) })
    return undoneIf(count === each.length)
  }

  /** Undoing brings those back that this took out, not those that were out before. */
  const remove = (each: readonly Shown[], since?: Since) =>
    tryWithToast(async () => {
      const gone = await end(each, since)
      toast.warning({
        text: t(say.removed, { count: gone.length }),
        isOfMany: gone.length > 1,
        undo: gone.length > 0 && (() => bringBack(gone)),
      })
    })

  /** @throws Problem why it was refused: a form shows it beside its field. */
  const add = async (drafts: readonly AssignmentDraft[]): Promise<void> => {
    const ids: Id<'assignments'>[] = []
    for (const some of inCalls(drafts))
      ids.push(...(await adding.mutateAsync({ body: { assignments: some } })))
    toast.success({
      text: t(say.added, { count: ids.length }),
      isOfMany: ids.length > 1,
      undo: async () => {
        await end(ids.map((id) => ({ id, revision: 1 })))
        return t(say.undone)
      },
    })
  }

  return { add, remove, replace: useReplacing(touches) }
}

function useReplacing(touches: { readonly touches: readonly Endpoint[] }) {
  const restoring = useWrite(assignments.restore, touches)
  const replacing = useWrite(assignments.replace, touches)
  const mayWrite = useMay('message') === true
  const writeTo = useWritingTo()
  /** @throws Problem if the first call is refused. If a later one is, the earlier ones stay and can be undone. */
  return async (
    formers: readonly Replaced[],
    { id: observerId, name }: Successor,
    taking: TakingOver,
  ): Promise<void> => {
    const when = whenOf(taking)
    const [gone, added]: [Replaced[], Id<'assignments'>[]] = [[], []]
    const each = async () => {
      for (const former of formers) {
        const { id, revision } = former
        const body = { observerId, revision, ...when }
        added.push(await replacing.mutateAsync({ params: { id }, body }))
        gone.push(former)
      }
    }
    if (formers.length === 1) await each()
    else await tryWithToast(each)
    if (gone.length === 0) return
    const undo = async () => {
      const body = { ...begun(gone), insteadOf: added }
      return undoneIf((await restoring.mutateAsync({ body })) === gone.length)
    }
    toast.success({
      text: didReplace(name, formers, gone.length),
      isOfMany: gone.length > 1,
      undo,
      ...(mayWrite && {
        actions: [
          {
            label: t(say.messageTo, { name }),
            onPress: () => void tryWithToast(() => writeTo([observerId], 'shift')),
          },
          {
            label: labelOfFormers(gone),
            onPress: () => {
              const ids = [...new Set(gone.map((one) => one.observerId))]
              void tryWithToast(() => writeTo(ids, 'replaced'))
            },
          },
        ],
      }),
    })
  }
}

/** From when a successor has the shift: from now on, or from its beginning because the former was never there. */
export type TakingOver = 'fromNow' | 'neverCame'

/** The shifts of a team end at the same moment, or they are not one team's any more. */
const whenOf = (taking: TakingOver) =>
  taking === 'neverCame'
    ? { neverCame: true }
    : { from: minuteOf(new Date(serverNow())).toISOString() }

const didReplace = (name: string, formers: readonly Replaced[], count: number) => {
  const [first, second] = formers
  return first && !second
    ? t(say.replaced, { name, former: first.name })
    : t(say.replacedSeveral, { name, count })
}

const labelOfFormers = ([first, ...rest]: readonly Replaced[]) =>
  first && rest.every(({ observerId }) => observerId === first.observerId)
    ? t(say.messageTo, { name: first.name })
    : t(say.messageFormers)

/** The assignment to hand over, with its observer. */
export type Replaced = Shown & { readonly observerId: Id<'observers'>; readonly name: string }
type Successor = { readonly id: Id<'observers'>; readonly name: string }

const undoneIf = (isWhole: boolean) => t(isWhole ? say.undone : say.notAllBack)
