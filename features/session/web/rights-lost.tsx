import { t } from '#kit/web/language.ts'
import { say } from './copy.ts'
import { useRights } from './may.tsx'

/** The user lost rights while writing: their text is still there, and may be refused. */
export const RightsLost = () =>
  useRights().isHeld && (
    <p
      role="alert"
      className="border-b border-line bg-attention-soft px-4 py-1 text-small sm:px-6 print:hidden"
    >
      {t(say.rightsLost)}
    </p>
  )
