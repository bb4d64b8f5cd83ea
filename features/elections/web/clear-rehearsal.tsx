import { t } from '#kit/web/language.ts'
import { explain } from '#kit/web/problems.ts'
import { useWrite } from '#kit/web/read/api.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { useConfirm } from '#kit/web/ui/overlay/confirm.tsx'
import { type Election, elections } from '../contract.ts'
import { say } from './copy.ts'

/** Ends the rehearsal; for organisers. */
export function ClearRehearsal({
  election,
  onCleared,
}: {
  election: Election
  onCleared: () => void
}) {
  const clear = useWrite(elections.clearRehearsal, { touches: [elections.current] })
  const { ask, dialog } = useConfirm()

  const askAndClear = async () => {
    const isSure = await ask({
      title: t(say.clearTitle),
      message: <p>{t(say.clearWarning, { election: election.name })}</p>,
      confirm: t(say.clearConfirm),
      isDeletion: true,
    })
    if (isSure) clear.mutate({}, { onSuccess: onCleared })
  }

  return (
    <div className="flex items-center gap-3">
      {clear.error && (
        <p role="alert" className="text-alarm">
          {explain(clear.error)}
        </p>
      )}
      <Button size="small" isPending={clear.isPending} onPress={() => void askAndClear()}>
        {t(say.clear)}
      </Button>
      {dialog}
    </div>
  )
}
