import { Locked } from '#features/session/web/locked.tsx'
import { May } from '#features/session/web/may.tsx'
import { t } from '#kit/web/language.ts'
import { Button } from '#kit/web/ui/button.tsx'
import type { Observer } from '../../contract.ts'
import { say } from '../../copy.ts'
import { useUnlocking } from '../list/use-unlocking.ts'

/** Explains on an observer's page that they are locked, with a button to unlock. */
export function LockedNote({ observer }: { observer: Observer }) {
  const unlock = useUnlocking()
  const { lockedUntil } = observer
  if (!lockedUntil) return null
  return (
    <div
      role="status"
      className="flex max-w-xl flex-wrap items-center gap-3 rounded-md bg-attention-soft px-4 py-2 text-small"
    >
      <Locked until={lockedUntil} />
      <p className="min-w-48 flex-1">{t(say.lockedWhy)}</p>
      <May to="observers">
        <Button size="small" onPress={() => void unlock(observer)}>
          {t(say.unlock)}
        </Button>
      </May>
    </div>
  )
}
