import { May } from '#features/session/web/may.tsx'
import { t } from '#kit/web/language.ts'
import { Button } from '#kit/web/ui/button.tsx'
import type { Observer } from '../../contract.ts'
import { say } from '../../copy.ts'
import { useRestoring } from '../list/use-deleting.tsx'

/** Says on an observer's open page that another user has deleted them, with a button to restore them. */
export function GoneNote({ observer: { id } }: { observer: Observer }) {
  const { restore } = useRestoring()
  return (
    <div
      role="alert"
      className="grid max-w-xl justify-items-start gap-3 rounded-md border border-attention bg-attention-soft p-3"
    >
      <p>{t(say.gone)}</p>
      <May to="observers">
        <Button size="small" onPress={() => void restore([id])}>
          {t(say.restore)}
        </Button>
      </May>
    </div>
  )
}
