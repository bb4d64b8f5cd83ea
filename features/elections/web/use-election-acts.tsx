import type { Copy } from '#kit/contract/copy.ts'
import { t } from '#kit/web/language.ts'
import { useWrite } from '#kit/web/read/api.ts'
import { tryWithToast } from '#kit/web/try-with-toast.ts'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { useConfirm } from '#kit/web/ui/overlay/confirm.tsx'
import { elections, type ListedElection } from '../contract.ts'
import { say } from '../copy.ts'
import { act, touched } from './act.ts'
import { useLeaving } from './use-leaving.tsx'
import { useLooking } from './use-looking.ts'

/** The text of the confirmation; destructive actions are red. */
type ConfirmationText = {
  readonly title: Copy
  readonly why: Copy
  readonly confirm: Copy
  readonly isDeletion?: boolean
}
type ElectionAction = (election: ListedElection) => Promise<unknown>

const eraseWords = {
  title: say.eraseTitle,
  why: say.eraseWhy,
  confirm: say.erase,
  isDeletion: true,
}

/**
 * An organiser's actions on a whole election; the caller renders `dialog`.
 * @param readAll the elections as they are now: the confirmation must not describe the state of an hour ago.
 */
export function useElectionActs(readAll: () => Promise<readonly ListedElection[]>) {
  const { ask, dialog } = useConfirm()
  const leaving = useLeaving(ask, readAll)
  const { look } = useLooking()
  const reopened = useWrite(elections.reopen, touched)
  const removed = useWrite(elections.remove, touched)
  const erased = useWrite(elections.erasePeople, touched)
  const stopped = useWrite(elections.stopErasing, touched)
  const restored = useWrite(elections.restore, touched)

  const bringBack = act(restored, say.broughtBack)
  const whenSure =
    (words: ConfirmationText, write: ElectionAction) => async (election: ListedElection) => {
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
    await tryWithToast(async () => {
      await removed.mutateAsync({ params: { id } })
      toast.warning({ text: t(say.removed, { name }), undo: () => bringBack(election) })
    })
  }
  return {
    ...leaving,
    look,
    reopen: act(reopened, say.reopened),
    erasePeople: whenSure(eraseWords, act(erased, say.eraseBegun)),
    stopErasing: act(stopped, say.erasingStopped),
    remove,
    bringBack,
    dialog,
  }
}
