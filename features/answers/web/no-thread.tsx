import { t } from '#kit/web/language.ts'
import { EmptyState } from '#kit/web/ui/feedback/states.tsx'
import { say } from '../copy.ts'

export function NoThread() {
  return (
    <div className="grid h-full place-content-center">
      <EmptyState icon="note" title={t(say.nothingSelected)}>
        {t(say.nothingSelectedWhy)}
      </EmptyState>
    </div>
  )
}
