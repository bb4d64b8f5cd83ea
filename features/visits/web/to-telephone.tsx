import { Link } from '@tanstack/react-router'
import { May } from '#features/session/web/may.tsx'
import type { Id } from '#kit/contract/value/id.ts'
import { t } from '#kit/web/language.ts'
import { areLettersKeys } from '#kit/web/letter-keys.ts'
import { buttonClass } from '#kit/web/ui/button.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { Key } from '#kit/web/ui/key.tsx'
import { say } from '../copy.ts'

type Props = {
  readonly observerId: Id<'observers'>
  /** The station that the report is about, where it is known. */
  readonly station?: Id<'pollingStations'>
}

/** Leads to where staff write down what an observer reports by telephone; with the key `t`. */
export const ToTelephone = ({ observerId, station }: Props) => (
  <May to="review">
    <Link
      to="/observatori/telefon/$observerId"
      params={{ observerId: String(observerId) }}
      search={{ station }}
      aria-keyshortcuts="t"
      className={buttonClass('plain', 'small')}
    >
      <Icon name="pencil" />
      {t(say.writeReport)}
      {areLettersKeys() && (
        <span aria-hidden="true" className="max-sm:hidden">
          <Key>t</Key>
        </span>
      )}
    </Link>
  </May>
)
