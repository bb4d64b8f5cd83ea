import { t } from '#kit/web/language.ts'
import { Badge } from '#kit/web/ui/badge.tsx'
import type { Observer } from '../../contract.ts'
import { doubtTitles } from '../../reason-domain.ts'

/** Why an observer may not be able to sign in. */
export const CannotSignIn = ({ observer: { cannotSignIn } }: { observer: Observer }) =>
  cannotSignIn.map((code) => (
    <Badge key={code} tone="attention" icon="warning">
      {t(doubtTitles[code])}
    </Badge>
  ))
