import type { Copy } from '#kit/contract/copy.ts'
import { useWrite } from '#kit/web/api.ts'
import { t } from '#kit/web/language.ts'
import { told } from '#kit/web/told.ts'
import { useConfirm } from '#kit/web/ui/confirm.tsx'
import { toast } from '#kit/web/ui/toasts.ts'
import { elections, type ListedElection } from '../contract.ts'
import { say } from '../copy.ts'

type Act = {
  mutateAsync(sent: { params: Pick<ListedElection, 'id'> }): Promise<unknown>
}

/** What is asked before; what takes something away is asked in red. */
type Words = {
  readonly title: Copy
  readonly why: Copy
  readonly confirm: Copy
  readonly isDeletion?: boolean
}
type Acting = (election: ListedElection) => Promise<unknown>

const currentWords = {
  title: say.makeCurrentTitle,
  why: say.makeCurrentWhy,
  confirm: say.makeCurrent,
}
const startWords = {
  title: say.startTitle,
  why: say.startWhy,
  confirm: say.start,
  isDeletion: true,
}
const eraseWords = {
  title: say.eraseTitle,
  why: say.eraseWhy,
  confirm: say.erase,
  isDeletion: true,
}

const touched = { touches: [elections.list, elections.current] }

/** What an organiser does with an election as a whole; the caller draws `dialog`. */
export function useElectionActs() {
  const { ask, dialog } = useConfirm()
  const current = useWrite(elections.makeCurrent, touched)
  const started = useWrite(elections.start, touched)
  const archived = useWrite(elections.archive, touched)
  const reopened = useWrite(elections.reopen, touched)
  const removed = useWrite(elections.remove, touched)
  const erased = useWrite(elections.erasePeople, touched)
  const stopped = useWrite(elections.stopErasing, touched)
  const restored = useWrite(elections.restore, touched)

  const act =
    (write: Act, said: Copy) =>
    ({ id, name }: ListedElection) =>
      told(async () => {
        await write.mutateAsync({ params: { id } })
        toast.success({ title: t(say.success), text: t(said, { name }) })
      })
  const start = ({ id, name }: ListedElection) =>
    told(async () => {
      const { isStarted } = await started.mutateAsync({ params: { id } })
      const text = t(isStarted ? say.started : say.startBegun, { name })
      toast.success({ title: t(say.success), text })
    })
  const bringBack = act(restored, say.broughtBack)
  const whenSure = (words: Words, write: Acting) => async (election: ListedElection) => {
    const isSure = await ask({
      title: t(words.title, { name: election.name }),
      message: t(words.why),
      confirm: t(words.confirm),
      ...(words.isDeletion && { isDeletion: true }),
    })
    if (isSure) await write(election)
  }
  const remove = async (election: ListedElection) => {
    const { id, name } = election
    const isSure = await ask({
      title: t(say.deleteTitle, { name }),
      message: t(say.deleteConfirmation),
      confirm: t(say.delete),
      isDeletion: true,
    })
    if (!isSure) return
    await told(async () => {
      await removed.mutateAsync({ params: { id } })
      toast.warning({
        title: t(say.success),
        text: t(say.removed, { name }),
        action: { label: t(say.undo), onPress: () => void bringBack(election) },
      })
    })
  }
  return {
    makeCurrent: whenSure(currentWords, act(current, say.madeCurrent)),
    start: whenSure(startWords, start),
    archive: act(archived, say.isArchived),
    reopen: act(reopened, say.reopened),
    erasePeople: whenSure(eraseWords, act(erased, say.eraseBegun)),
    stopErasing: act(stopped, say.erasingStopped),
    remove,
    bringBack,
    dialog,
  }
}
