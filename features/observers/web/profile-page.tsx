import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { phoneDigits } from '#features/session/domain.ts'
import { read } from '#kit/web/api.ts'
import { t } from '#kit/web/language.ts'
import { Page } from '#kit/web/ui/page.tsx'
import { Loaded, Nothing } from '#kit/web/ui/states.tsx'
import { type Observer, observers } from '../contract.ts'
import { say } from '../copy.ts'
import { BackToList } from './back-to-list.tsx'
import { EditObserver } from './edit-observer.tsx'
import { NewObserver } from './new-observer.tsx'
import { ViewObserver } from './view-observer.tsx'

/** One observer, who is being added, changed, or only looked at. */
export function ProfilePage() {
  const { state, id = '' } = useParams({ strict: false })
  if (state === 'new') return <NewObserver />
  return <Known phone={id} isReadOnly={state === 'view'} />
}

/**
 * The observer whose phone stands in the address: found among those whose phone contains it, and from
 * then on known by id. Whoever corrects the phone meanwhile does not take the page away, nor make it
 * another person's.
 */
function Known({ phone, isReadOnly }: { phone: string; isReadOnly: boolean }) {
  const [met, setMet] = useState<{
    readonly phones: readonly string[]
    readonly observer: Observer
  }>()
  const known = met?.phones.includes(phone) ? met.observer : undefined
  const query = known ? { id: known.id } : { number: phone }
  const found = useQuery(read(observers.list, { query }))
  const digits = phoneDigits(phone)
  const first = found.data?.data.find((each) => phoneDigits(each.phone) === digits)
  if (!known && first) setMet({ phones: [phone], observer: first })
  if (known) {
    const observer = found.data?.data[0] ?? known
    return isReadOnly ? (
      <ViewObserver observer={observer} />
    ) : (
      <EditObserver
        key={observer.id}
        observer={observer}
        onMoved={(moved) => setMet({ phones: [phone, moved], observer })}
      />
    )
  }
  return <Loaded query={found}>{() => <Unknown phone={phone} />}</Loaded>
}

function Unknown({ phone }: { phone: string }) {
  return (
    <Page title={t(say.observer)} back={<BackToList />}>
      <Nothing icon="person" title={t(say.noObserver, { phone })}>
        {t(say.noObserverWhy)}
      </Nothing>
    </Page>
  )
}
