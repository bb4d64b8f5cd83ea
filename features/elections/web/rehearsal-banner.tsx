import { useQuery } from '@tanstack/react-query'
import { read, useWrite } from '#kit/web/api.ts'
import { t } from '#kit/web/language.ts'
import { explain } from '#kit/web/problems.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { useConfirm } from '#kit/web/ui/confirm.tsx'
import { type Election, elections } from '../contract.ts'
import { say } from '../copy.ts'

type Props = {
  /** Whether it may be ended by the person before the screen. */
  readonly canClear: boolean
  readonly onCleared: () => void
}

/** Says that what is on screen was only practised; an organiser ends it here. */
export function RehearsalBanner({ canClear, onCleared }: Props) {
  const { data: election } = useQuery(read(elections.current, {}))
  if (election?.state !== 'rehearsal') return null

  return (
    <aside
      aria-label={t(say.rehearsal)}
      className="flex min-h-9 flex-wrap items-center gap-x-3 border-b border-line bg-attention-soft px-4 py-1 text-small sm:px-6"
    >
      <p className="min-w-0 flex-1">
        <strong className="me-2 rounded-md bg-attention px-2 py-0.5 font-strong text-on-attention">
          {t(say.rehearsal)}
        </strong>
        {t(say.rehearsalOf, { election: election.name })}
      </p>
      {canClear && <ClearRehearsal election={election} onCleared={onCleared} />}
    </aside>
  )
}

function ClearRehearsal({ election, onCleared }: { election: Election; onCleared: () => void }) {
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
