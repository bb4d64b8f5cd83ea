import { useContact, useOwed } from '#features/contacts/web/use-contact.ts'
import { StationSearch } from '#features/places/web/station/station-search.tsx'
import type { Id } from '#kit/contract/value/id.ts'
import { t } from '#kit/web/language.ts'
import { areLettersKeys } from '#kit/web/letter-keys.ts'
import { serverNow } from '#kit/web/read/clock.ts'
import { buttonClass } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Loading } from '#kit/web/ui/feedback/states.tsx'
import { Key } from '#kit/web/ui/key.tsx'
import { proposalsOf } from '../domain.ts'
import { proposedAs, say } from './copy.ts'

type Props = {
  readonly observerId: Id<'observers'>
  readonly onChoose: (id: Id<'pollingStations'>) => void
}

/** The stations that the call is likely about, by the keys 1 to 9; any other one by typing. */
export function StationChoice({ observerId, onChoose }: Props) {
  const shifts = useOwed(observerId)
  const contact = useContact(observerId)
  if (shifts.isPending || contact.isPending) return <Loading />
  const proposals = proposalsOf(
    new Date(serverNow()),
    shifts.data?.data ?? [],
    contact.data?.visits ?? [],
  )
  return (
    <Card title={t(say.about)} className="max-w-2xl">
      {proposals.length > 0 && (
        <ul className="grid gap-2">
          {proposals.map(({ pollingStationId, county, municipality, as, ...one }, place) => (
            <li key={pollingStationId}>
              <button
                type="button"
                aria-keyshortcuts={String(place + 1)}
                onClick={() => onChoose(pollingStationId as Id<'pollingStations'>)}
                className={`${buttonClass('plain')} w-full justify-start!`}
              >
                {areLettersKeys() && (
                  <span aria-hidden="true" className="max-sm:hidden">
                    <Key>{String(place + 1)}</Key>
                  </span>
                )}
                <span className="truncate">
                  {[county, municipality, one.pollingStationNumber].filter(Boolean).join(' ')}
                </span>
                <span className="text-small font-normal text-muted">{t(proposedAs[as])}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <StationSearch value={undefined} onChange={(found) => found && onChoose(found.id)} />
    </Card>
  )
}
