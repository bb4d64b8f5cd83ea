import type { Unfit } from '#kit/contract/import/unfit.ts'
import { t } from '#kit/web/language.ts'
import { say } from '../copy.ts'
import { Checkbox } from '../field/checkbox.tsx'
import { Alert } from '../field/field.tsx'

/** Asks about a list that is likely of another kind. */
export function ImportUnfit({
  unfit,
  isConfirmed,
  onConfirm,
}: {
  unfit: Unfit
  isConfirmed: boolean
  onConfirm: (isConfirmed: boolean) => void
}) {
  return (
    <div className="grid gap-2">
      <Alert>{t(say.unfit, unfit)}</Alert>
      <Checkbox isSelected={isConfirmed} onChange={onConfirm}>
        {t(say.unfitConfirmed)}
      </Checkbox>
    </div>
  )
}
