import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Locked } from '#features/session/web/locked.tsx'
import { keysOf, type TextField } from '#kit/contract/field.ts'
import { t } from '#kit/web/language.ts'
import { Ago } from '#kit/web/time.tsx'
import { Badge } from '#kit/web/ui/badge.tsx'
import { Button, buttonClass } from '#kit/web/ui/button.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { Item, RowActions } from '#kit/web/ui/overlay/menu.tsx'
import { actionsColumn } from '#kit/web/ui/table/actions-column.ts'
import type { Column } from '#kit/web/ui/table/columns.ts'
import { fieldWords } from '../../columns.ts'
import type { Observer } from '../../contract.ts'
import { say } from '../../copy.ts'
import { observerTexts } from '../../fields.ts'
import { Phone } from '../phone.tsx'
import { CannotSignIn } from './cannot-sign-in.tsx'
import { isSortKey, useListSearch } from './list-search.ts'

/** The actions on one observer of the list. */
export type ObserverActions = {
  readonly notify: (observer: Observer) => void
  readonly resetPin: (observer: Observer) => void
  readonly unlock: (observer: Observer) => void
  readonly remove: (observer: Observer) => void
  readonly restore: (observer: Observer) => void
}

export type ColumnOptions = {
  readonly seesEveryNgo: boolean
  readonly isTrash: boolean
  readonly may: { readonly change: boolean; readonly notify: boolean }
  readonly acts: ObserverActions
}

export function observerColumns(shown: ColumnOptions): readonly Column<Observer>[] {
  const ngo: Column<Observer> = {
    id: 'ngo',
    title: t(say.ngo),
    width: '9.5rem',
    sortKey: 'ngo',
    isMinor: true,
    cell: (observer) => observer.ngo,
  }
  return [
    ...keysOf(observerTexts).map((text) => textColumn(text, shown)),
    ...(shown.seesEveryNgo ? [ngo] : []),
    {
      id: 'lastSeen',
      title: t(say.lastSeen),
      about: t(say.lastSeenWhy),
      width: '11rem',
      sortKey: 'lastSeen',
      cell: ({ lastSeen }) => (lastSeen ? <Ago at={lastSeen} /> : <NothingSent />),
    },
    ...counts,
    actionsColumn(shown.isTrash ? '10rem' : '8.500rem', (observer) => (
      <Actions observer={observer} {...shown} />
    )),
  ]
}

/** A text column; a name is a link, and a phone can be dialled. */
function textColumn(
  text: keyof typeof observerTexts,
  { isTrash }: ColumnOptions,
): Column<Observer> {
  const { width }: TextField = observerTexts[text]
  return {
    id: text,
    title: t(fieldWords[text].title),
    ...(width && { width }),
    ...(isSortKey(text) && { sortKey: text }),
    cell: (observer) => {
      if (text === 'phone') return <Phone phone={observer.phone} />
      if (text !== 'name') return observer[text]
      return (
        <Name observer={observer} isTrash={isTrash}>
          <Locked until={observer.lockedUntil} />
          <CannotSignIn observer={observer} />
        </Name>
      )
    },
  }
}

const counts: readonly Column<Observer>[] = [
  {
    id: 'stations',
    title: t(say.stations),
    width: '9rem',
    align: 'end',
    sortKey: 'numberOfPollingStations',
    cell: ({ numberOfPollingStations }) => numberOfPollingStations,
  },
  {
    id: 'notes',
    title: t(say.notes),
    width: '6rem',
    align: 'end',
    sortKey: 'numberOfNotes',
    isMinor: true,
    cell: ({ numberOfNotes }) => numberOfNotes,
  },
]

/** Their name, as a link to their page; in the trash it is no link. */
export function Name({
  observer,
  isTrash,
  children,
}: {
  observer: Observer
  isTrash: boolean
  children?: ReactNode
}) {
  const { search } = useListSearch()
  const { id, name, isTest } = observer
  return (
    <span className="flex min-w-0 items-center gap-2">
      {isTrash ? (
        <span className="truncate" title={name}>
          {name}
        </span>
      ) : (
        <Link
          to="/observatori/profil/$state/id/$observerId"
          params={{ state: 'view', observerId: String(id) }}
          search={search}
          title={name}
          className="truncate rounded-md font-strong text-ink hover:text-ours hover:underline max-sm:py-1"
        >
          {name}
        </Link>
      )}
      {isTest && <Badge>{t(say.testBadge)}</Badge>}
      {children}
    </span>
  )
}

const NothingSent = () => <span className="text-muted">{t(say.nothingSent)}</span>

export function Actions({ observer, isTrash, may, acts }: ColumnOptions & { observer: Observer }) {
  const { search } = useListSearch()
  const { id, name, lockedUntil } = observer
  if (isTrash)
    return (
      may.change && (
        <Button
          size="small"
          aria-label={t(say.restoreOf, { name })}
          onPress={() => acts.restore(observer)}
        >
          <Icon name="restore" />
          {t(say.restore)}
        </Button>
      )
    )
  const open = (
    <Link
      to="/observatori/profil/$state/id/$observerId"
      params={{ state: may.change ? 'edit' : 'view', observerId: String(id) }}
      search={search}
      aria-label={t(may.change ? say.editOf : say.viewOf, { name })}
      className={buttonClass('plain', 'small')}
    >
      {t(may.change ? say.edit : say.view)}
    </Link>
  )
  if (!may.change && !may.notify) return open
  return (
    <div className="print:hidden">
      <RowActions name={name} main={open}>
        {may.notify && (
          <Item id="notify" icon="send" onAction={() => acts.notify(observer)}>
            {t(say.notification)}
          </Item>
        )}
        {may.change && (
          <>
            {lockedUntil && (
              <Item id="unlock" icon="lock" onAction={() => acts.unlock(observer)}>
                {t(say.unlock)}
              </Item>
            )}
            <Item id="reset" icon="key" onAction={() => acts.resetPin(observer)}>
              {t(say.resetPassword)}
            </Item>
            <Item id="delete" icon="trash" isDanger onAction={() => acts.remove(observer)}>
              {t(say.delete)}
            </Item>
          </>
        )}
      </RowActions>
    </div>
  )
}
