import { t } from '#kit/web/language.ts'
import { useWrite } from '#kit/web/read/api.ts'
import type { useConfirm } from '#kit/web/ui/overlay/confirm.tsx'
import { elections, type ListedElection } from '../contract.ts'
import { say } from '../copy.ts'
import { act, touched } from './act.ts'

/**
 * Actions on an election that may have active observers: the confirmation says how many.
 * @param readAll reads the elections again: the confirmation must not describe the state of an hour ago.
 */
export function useLeaving(
  ask: ReturnType<typeof useConfirm>['ask'],
  readAll: () => Promise<readonly ListedElection[]>,
) {
  const current = useWrite(elections.makeCurrent, touched)
  const archived = useWrite(elections.archive, touched)

  const makeCurrent = async (election: ListedElection) => {
    const former = (await readAll()).find(({ isCurrent }) => isCurrent)
    const isSure = await ask({
      title: t(say.makeCurrentTitle, { name: election.name }),
      message: <WhoIsIn former={former} />,
      confirm: t(say.makeCurrent),
    })
    if (isSure) await act(current, say.madeCurrent)(election)
  }
  const archive = async (election: ListedElection) => {
    const { name, signedIn = 0 } =
      (await readAll()).find(({ id }) => id === election.id) ?? election
    const isSure =
      signedIn === 0 ||
      (await ask({
        title: t(say.archiveTitle, { name }),
        message: t(say.archiveWhy, { count: signedIn }),
        confirm: t(say.archive),
      }))
    if (isSure) await act(archived, say.isArchived)(election)
  }
  return { makeCurrent, archive }
}

/** How many phones are in the election that is left, and what happens to their reports and to waiting messages. */
function WhoIsIn({ former }: { former: ListedElection | undefined }) {
  const count = former?.signedIn ?? 0
  const waiting = former?.waitingMessages ?? 0
  const params = { former: former?.name ?? '', count }
  return (
    <div className="grid gap-2">
      <p>{t(say.makeCurrentWhy)}</p>
      {former && <p>{count === 0 ? t(say.nobodySignedIn, params) : t(say.signedIn, params)}</p>}
      {waiting > 0 && <p>{t(say.leavingEndsMessages, { ...params, count: waiting })}</p>}
    </div>
  )
}
