import type { Reply } from '#kit/contract/endpoint.ts'
import { groupBy } from '#kit/contract/group.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { t } from '#kit/web/language.ts'
import { useWrite } from '#kit/web/read/api.ts'
import { tryWithToast } from '#kit/web/try-with-toast.ts'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { type Expected, milestones, type State } from '../../contract.ts'
import { say } from '../../copy.ts'
import { counted } from './use-deployment.ts'

/** Assignments, and the one milestone they are excused from. */
type Part = {
  readonly milestoneId: Id<'milestones'>
  readonly assignmentIds: readonly Id<'assignments'>[]
}

/** The most that one call may be about. */
const mostInCall = 1000

/** What of these assignments is in a state, call by call. */
function partsOf(
  rows: readonly Expected[],
  isMeant: (state: State) => boolean,
  only?: Id<'milestones'>,
): Part[] {
  const each = rows.flatMap(({ assignmentId, milestones: own }) =>
    own
      .filter((one) => isMeant(one.state) && (only === undefined || one.milestoneId === only))
      .map(({ milestoneId }) => ({ assignmentId, milestoneId })),
  )
  return inCalls(each)
}

type Excused = Reply<typeof milestones.excuse>

/** By milestone, and as many as one call may be about. */
function inCalls(each: Excused): Part[] {
  return [...groupBy(each, ({ milestoneId }) => milestoneId)].flatMap(([milestoneId, some]) =>
    Array.from({ length: Math.ceil(some.length / mostInCall) }, (_, nth) => ({
      milestoneId,
      assignmentIds: some
        .slice(nth * mostInCall, (nth + 1) * mostInCall)
        .map(({ assignmentId }) => assignmentId),
    })),
  )
}

const isOwed = (state: State) => state !== 'done' && state !== 'excused'

/** Excuses what is still owed, and offers to undo it: not what somebody else had excused by then. */
export function useExcusing() {
  const write = useWrite(milestones.excuse, { touches: counted })
  const takeBack = useTakingBack()

  /** @throws Problem why it was refused: a form shows it beside its field. */
  return async (
    rows: readonly Expected[],
    reason: string,
    only?: Id<'milestones'>,
  ): Promise<void> => {
    const excused: Excused[number][] = []
    for (const { milestoneId, assignmentIds } of partsOf(rows, isOwed, only)) {
      const body = { milestoneId, assignmentIds: [...assignmentIds], reason }
      excused.push(...(await write.mutateAsync({ body })))
    }
    toast.success({
      title: t(say.success),
      text: t(say.excusedCount, { count: excused.length }),
      isOfMany: rows.length > 1,
      ...(excused.length > 0 && {
        action: { label: t(say.undo), onPress: () => void takeBack(inCalls(excused)) },
      }),
    })
  }
}

/** Takes the excuses of these assignments back. */
export function useUnexcusing() {
  const takeBack = useTakingBack()
  return (rows: readonly Expected[]) => takeBack(partsOf(rows, (state) => state === 'excused'))
}

function useTakingBack() {
  const write = useWrite(milestones.unexcuse, { touches: counted })
  return (parts: readonly Part[]) =>
    tryWithToast(async () => {
      let count = 0
      for (const { milestoneId, assignmentIds } of parts)
        count += await write.mutateAsync({
          body: { milestoneId, assignmentIds: [...assignmentIds] },
        })
      toast.success({ title: t(say.success), text: t(say.owedAgain, { count }) })
    })
}
