import { Link, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { May } from '#features/session/web/may.tsx'
import { t } from '#kit/web/language.ts'
import { Ago } from '#kit/web/time.tsx'
import { buttonClass } from '#kit/web/ui/button.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { Page } from '#kit/web/ui/page.tsx'
import type { Observer } from '../../contract.ts'
import { say } from '../../copy.ts'
import { Phone } from '../phone.tsx'
import { BackToList } from './back-to-list.tsx'
import { HistoryLink } from './history-link.tsx'
import { LockedNote } from './locked-note.tsx'
import { ObserverFields, sheetClass } from './observer-form.tsx'

/** An observer, read-only. */
export function ViewObserver({ observer }: { observer: Observer }) {
  const search = useSearch({ from: '/signed-in/observatori/profil/$state/id/$observerId' })
  const { id, name, phone } = observer
  const actions = (
    <>
      <Link to="/answers" search={{ observerPhoneNumber: phone }} className={buttonClass('plain')}>
        {t(say.reports)}
      </Link>
      <HistoryLink observer={observer} />
      <May to="observers">
        <Link
          to="/observatori/profil/$state/id/$observerId"
          params={{ state: 'edit', observerId: String(id) }}
          search={search}
          className={buttonClass('primary')}
        >
          <Icon name="pencil" />
          {t(say.edit)}
        </Link>
      </May>
    </>
  )
  return (
    <Page title={name} back={<BackToList />} actions={actions}>
      <LockedNote observer={observer} />
      <Facts observer={observer} />
      <section aria-label={t(say.observer)} className={sheetClass}>
        <ObserverFields typed={observer} />
      </section>
    </Page>
  )
}

function Facts({ observer }: { observer: Observer }) {
  const { phone, ngo, lastSeen, deviceRegisterDate } = observer
  const { numberOfPollingStations, numberOfNotes } = observer
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-3">
      <Fact name={t(say.phone)}>
        <Phone phone={phone} />
      </Fact>
      <Fact name={t(say.ngo)}>{ngo}</Fact>
      <Fact name={t(say.lastSeen)} about={t(say.lastSeenWhy)}>
        {lastSeen ? <Ago at={lastSeen} /> : t(say.nothingSent)}
      </Fact>
      <Fact name={t(say.registered)}>
        {deviceRegisterDate ? <Ago at={deviceRegisterDate} /> : t(say.never)}
      </Fact>
      <Fact name={t(say.stations)}>{numberOfPollingStations}</Fact>
      <Fact name={t(say.notes)}>{numberOfNotes}</Fact>
    </dl>
  )
}

type FactProps = { readonly name: string; readonly about?: string; readonly children: ReactNode }

function Fact({ name, about, children }: FactProps) {
  return (
    <div title={about}>
      <dt className="text-small text-muted">{name}</dt>
      <dd className="font-strong">{children}</dd>
    </div>
  )
}
