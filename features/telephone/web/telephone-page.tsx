import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { type Observer, observers } from '#features/observers/contract.ts'
import { Phone } from '#features/observers/web/phone.tsx'
import { places } from '#features/places/contract.ts'
import { type Id, id as idOf } from '#kit/contract/value/id.ts'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { buttonClass } from '#kit/web/ui/button.tsx'
import { EmptyState, Loaded } from '#kit/web/ui/feedback/states.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { Page } from '#kit/web/ui/page.tsx'
import { ClerkReport } from './clerk-report.tsx'
import { say } from './copy.ts'
import { page } from './search.ts'
import { StationChoice } from './station-choice.tsx'

const ObserverId = idOf('observers')

/** Where staff write down what an observer reports by telephone. */
export function TelephonePage() {
  const id = ObserverId.safeParse(useParams({ from: page }).observerId)
  return id.success ? <Known key={id.data} id={id.data} /> : <NoObserver />
}

function Known({ id }: { id: Id<'observers'> }) {
  const found = useQuery(read(observers.list, { query: { id } }))
  return (
    <Loaded query={found}>
      {({ data: [observer] }) => (observer ? <Call observer={observer} /> : <NoObserver />)}
    </Loaded>
  )
}

const NoObserver = () => (
  <Page title={t(say.title)}>
    <EmptyState icon="person" title={t(say.noObserver)}>
      {t(say.noObserverWhy)}
    </EmptyState>
  </Page>
)

function Call({ observer: { id, name, phone } }: { observer: Observer }) {
  const { station } = useSearch({ from: page })
  const navigate = useNavigate()
  const choose = (chosen: Id<'pollingStations'> | undefined) =>
    void navigate({ to: '.', search: { station: chosen } })
  return (
    <Page
      title={t(say.titleOf, { name })}
      back={
        <Link
          to="/observatori/profil/$state/id/$observerId"
          params={{ state: 'view', observerId: String(id) }}
        >
          {name}
        </Link>
      }
      actions={
        <Phone phone={phone} className={buttonClass('plain')}>
          <Icon name="phone" />
          {phone}
        </Phone>
      }
    >
      {station === undefined ? (
        <StationChoice observerId={id} onChoose={choose} />
      ) : (
        <At key={station} observerId={id} id={station} onOther={() => choose(undefined)} />
      )}
    </Page>
  )
}

type AtProps = {
  readonly observerId: Id<'observers'>
  readonly id: Id<'pollingStations'>
  readonly onOther: () => void
}

function At({ observerId, id, onOther }: AtProps) {
  const { data, error } = useQuery(read(places.station, { params: { id } }))
  // An address may name a station that is gone: then another one is chosen.
  const isGone = error && !data
  const place = data ? [data.county, data.municipality, data.number].filter(Boolean).join(' ') : ''
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="text-large font-strong">
          {isGone ? (
            '–'
          ) : (
            <Link
              to="/stations/$id"
              params={{ id: String(id) }}
              className="underline-offset-2 hover:underline"
            >
              {place}
            </Link>
          )}
        </h2>
        {data?.address && <p className="text-muted">{data.address}</p>}
        <button type="button" onClick={onOther} className={buttonClass('plain', 'small')}>
          {t(say.otherStation)}
        </button>
        <Link
          to="/answers/details/$observerId/$pollingStationId"
          params={{ observerId: String(observerId), pollingStationId: String(id) }}
          className="text-ours underline"
        >
          {t(say.toReport)}
        </Link>
      </div>
      {!isGone && <ClerkReport observerId={observerId} pollingStationId={id} />}
    </>
  )
}
