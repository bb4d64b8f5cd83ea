import type { Id } from '#kit/contract/value/id.ts'
import { t } from '#kit/web/language.ts'
import { useWrite } from '#kit/web/read/api.ts'
import { tryWithToast } from '#kit/web/try-with-toast.ts'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { type Expected, milestones, type State } from '../../contract.ts'
import { say } from '../../copy.ts'
import { counted } from './use-deployment.ts'

/** An assignment and a milestone, as they are on screen. */
type Pair = {
  readonly assignmentId: Id<'assignments'>
  readonly milestoneId: Id<'milestones'>
  readonly excusedAt: Date | null
  /** Of the assignment. */
  readonly revision?: number
}

/** The most that one call may be about. */
const mostInCall = 1000

/** The expectations of these assignments in a state. */
const pairsOf = (
  rows: readonly Expected[],
  isMeant: (state: State) => boolean,
  only?: Id<'milestones'>,
): Pair[] =>
  rows.flatMap(({ assignmentId, revision, milestones: own }) =>
    own
      .filter((one) => isMeant(one.state) && (only === undefined || one.milestoneId === only))
      .map(({ milestoneId, excusedAt }) => ({ assignmentId, milestoneId, excusedAt, revision })),
  )

/** As many in a call as one may be about. */
const inCalls = (pairs: readonly Pair[]): (readonly Pair[])[] =>
  Array.from({ length: Math.ceil(pairs.length / mostInCall) }, (_, nth) =>
    pairs.slice(nth * mostInCall, (nth + 1) * mostInCall),
  )

const chosen = (pairs: readonly Pair[]) => ({
  assignmentIds: pairs.map(({ assignmentId }) => assignmentId),
  milestoneIds: pairs.map(({ milestoneId }) => milestoneId),
  ...(pairs.every(({ revision }) => revision !== undefined) && {
    revisions: pairs.map(({ revision = 0 }) => revision),
  }),
})

const isOwed = (state: State) => state !== 'done' && state !== 'excused'

/** Excuses open expectations. Undo keeps excuses that a colleague had given before. */
export function useExcusing() {
  const write = useWrite(milestones.excuse, { touches: counted })
  const takeBack = useTakingBack()

  /** @throws Problem why it was refused: a form shows it beside its field. */
  return async (
    rows: readonly Expected[],
    reason: string,
    only?: Id<'milestones'>,
  ): Promise<void> => {
    const excused: Pair[] = []
    for (const some of inCalls(pairsOf(rows, isOwed, only)))
      excused.push(...(await write.mutateAsync({ body: { ...chosen(some), reason } })))
    toast.success({
      text: t(say.excusedCount, { count: excused.length }),
      isOfMany: rows.length > 1,
      undo: excused.length > 0 && (() => takeBack(excused)),
    })
  }
}

/** Takes the excuses of these assignments back. */
export function useUnexcusing() {
  const takeBack = useTakingBack()
  return (rows: readonly Expected[]) => takeBack(pairsOf(rows, (state) => state === 'excused'))
}

/** Removes these excuses; excuses given since then stay. */
function useTakingBack() {
  const write = useWrite(milestones.unexcuse, { touches: counted })
  return (pairs: readonly Pair[]) =>
    tryWithToast(async () => {
      let count = 0
      for (const some of inCalls(pairs)) {
        const given = some.map(({ excusedAt }) => excusedAt?.getTime() ?? 0)
        const body = { ...chosen(some), givenUntil: new Date(Math.max(...given)).toISOString() }
        count += await write.mutateAsync({ body })
      }
      toast.success({ text: t(say.owedAgain, { count }) })
    })
}
