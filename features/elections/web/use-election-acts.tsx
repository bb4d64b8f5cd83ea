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

const touched = { touches: [elections.list, elections.current] }

/** What an organiser does with an election as a whole; the caller draws `dialog`. */
export function useElectionActs() {
  const { ask, dialog } = useConfirm()
  const current = useWrite(elections.makeCurrent, touched)
  const started = useWrite(elections.start, touched)
  const archived = useWrite(elections.archive, touched)
  const reopened = useWrite(elections.reopen, touched)
  const removed = useWrite(elections.remove, touched)
  const restored = useWrite(elections.restore, touched)

  const act =
    (write: Act, said: Copy) =>
    ({ id, name }: ListedElection) =>
      told(async () => {
        await write.mutateAsync({ params: { id } })
        toast.success({ title: t(say.success), text: t(said, { name }) })
      })
  const bringBack = act(restored, say.broughtBack)
  const go = act(current, say.madeCurrent)
  const begin = act(started, say.started)

  const makeCurrent = async (election: ListedElection) => {
    const { name } = election
    const isSure = await ask({
      title: t(say.makeCurrentTitle, { name }),
      message: t(say.makeCurrentWhy),
      confirm: t(say.makeCurrent),
    })
    if (isSure) await go(election)
  }
  const start = async (election: ListedElection) => {
    const { name } = election
    const isSure = await ask({
      title: t(say.startTitle, { name }),
      message: t(say.startWhy),
      confirm: t(say.start),
      isDeletion: true,
    })
    if (isSure) await begin(election)
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
    makeCurrent,
    start,
    archive: act(archived, say.isArchived),
    reopen: act(reopened, say.reopened),
    remove,
    bringBack,
    dialog,
  }
}
