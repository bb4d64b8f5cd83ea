import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams, useSearch } from '@tanstack/react-router'
import { type ComponentType, useState } from 'react'
import { phoneDigits } from '#features/session/domain.ts'
import { type Id, id as idOf } from '#kit/contract/value/id.ts'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { EmptyState, Loaded } from '#kit/web/ui/feedback/states.tsx'
import { Page } from '#kit/web/ui/page.tsx'
import { type Observer, observers } from '../../contract.ts'
import { say } from '../../copy.ts'
import { BackToList } from './back-to-list.tsx'
import { EditObserver } from './edit-observer.tsx'

const ObserverId = idOf('observers')

/** An observer, read-only: with the plan and messages, which later features know. */
type ObserverCard = ComponentType<Shown>
type Shown = {
  readonly observer: Observer
  /** Deleted since the page was opened, or moved where the caller cannot see them. */
  readonly isGone: boolean
}

/** One observer, for editing or as a card; the URL has their id. */
export function ProfilePage({ Card }: { Card: ObserverCard }) {
  const { state, observerId } = useParams({
    from: '/signed-in/observatori/profil/$state/id/$observerId',
  })
  const id = ObserverId.safeParse(observerId)
  if (!id.success) return <Unknown title={t(say.noSuchObserver)} />
  return <Known key={id.data} id={id.data} {...(state === 'view' && { Card })} />
}

/** Correcting their phone meanwhile, or deleting them, does not remove the page. */
function Known({ id, Card }: { id: Id<'observers'>; Card?: ObserverCard }) {
  const [met, setMet] = useState<Observer>()
  const found = useQuery(read(observers.list, { query: { id } }))
  const stored = found.data?.data[0]
  if (stored && stored !== met) setMet(stored)
  const observer = stored ?? met
  if (!observer)
    return <Loaded query={found}>{() => <Unknown title={t(say.noSuchObserver)} />}</Loaded>
  const shown = { observer, isGone: found.data !== undefined && stored === undefined }
  return Card ? <Card {...shown} /> : <EditObserver {...shown} />
}

/**
 * A URL with a phone, as the first system wrote them and we did: the observer with exactly that phone is
 * found among those whose phone contains it, and their own URL replaces it.
 */
export function ProfileOfPhonePage() {
  const { state, phone } = useParams({ from: '/signed-in/observatori/profil/$state/$phone' })
  const search = useSearch({ from: '/signed-in/observatori/profil/$state/$phone' })
  const found = useQuery(read(observers.list, { query: { number: phone } }))
  const digits = phoneDigits(phone)
  return (
    <Loaded query={found}>
      {({ data }) => {
        const observer = data.find((each) => phoneDigits(each.phone) === digits)
        if (!observer) return <Unknown title={t(say.noObserver, { phone })} />
        const params = { state, observerId: String(observer.id) }
        return (
          <Navigate
            to="/observatori/profil/$state/id/$observerId"
            params={params}
            search={search}
            replace
          />
        )
      }}
    </Loaded>
  )
}

function Unknown({ title }: { title: string }) {
  return (
    <Page title={t(say.observer)} back={<BackToList />}>
      <EmptyState icon="person" title={title}>
        {t(say.noObserverWhy)}
      </EmptyState>
    </Page>
  )
}
