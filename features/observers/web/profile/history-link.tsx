import { Link } from '@tanstack/react-router'
import { May } from '#features/session/web/may.tsx'
import { t } from '#kit/web/language.ts'
import { buttonClass } from '#kit/web/ui/button.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import type { Observer } from '../../contract.ts'
import { say } from '../../copy.ts'

/** A link to an observer's history. */
export function HistoryLink({ observer: { id } }: { observer: Observer }) {
  return (
    <May to="history">
      <Link to="/history" search={{ observerId: id }} className={buttonClass('plain')}>
        <Icon name="clock" />
        {t(say.history)}
      </Link>
    </May>
  )
}
