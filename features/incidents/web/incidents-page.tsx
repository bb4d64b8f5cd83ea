import { useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { May, useMay } from '#features/session/web/may.tsx'
import { t } from '#kit/web/language.ts'
import { useListPage } from '#kit/web/read/list-page.ts'
import { useNarrow } from '#kit/web/search.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { EmptyState, Loaded } from '#kit/web/ui/feedback/states.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { Page } from '#kit/web/ui/page.tsx'
import { ListTable } from '#kit/web/ui/table/list-table.tsx'
import { incidents } from '../contract.ts'
import { say as words } from '../copy.ts'
import { addAddress } from './add-address.ts'
import { AddIncident } from './add-incident.tsx'
import { IncidentBoard } from './board/incident-board.tsx'
import { CategoriesWindow } from './categories-window.tsx'
import { say } from './copy.ts'
import { IncidentCard, incidentColumns } from './incident-columns.tsx'
import { IncidentFilter } from './incident-filter.tsx'
import { RegisterWindow } from './register/register-window.tsx'
import { type IncidentSearch, useIncidentSearch } from './search.ts'
import { Suggestions } from './suggestions.tsx'

/** The most incidents that the board shows: the most urgent. */
const mostOnBoard = 500

export function IncidentsPage() {
  const { page = 1, view, ...filters } = useIncidentSearch()
  const isBoard = view === 'board'
  const shown = isBoard ? { pageSize: mostOnBoard } : { page, pageSize: 50 }
  const list = useListPage(incidents.list, { query: { ...filters, ...shown } })
  const mayAdd = useMay('review') === true
  const isFiltered = Object.values(filters).some((value) => value !== undefined)
  return (
    <Page
      isFilled
      title={t(words.incidents)}
      count={list.data && t(say.count, { count: list.data.totalItems })}
      actions={<Actions isBoard={isBoard} mayAdd={mayAdd} />}
      filters={<IncidentFilter />}
    >
      {mayAdd && !isFiltered && page === 1 && <Suggestions />}
      {isBoard ? (
        <Loaded query={list}>
          {({ data, totalItems }) => (
            <>
              {totalItems > data.length && (
                <p className="px-4 pt-3 sm:px-6">{t(say.boardShort, { count: data.length })}</p>
              )}
              <IncidentBoard of={data} />
            </>
          )}
        </Loaded>
      ) : (
        <ListTable
          list={list}
          layout="page"
          label={t(words.incidents)}
          columns={incidentColumns()}
          keyOf={({ id }) => String(id)}
          nameOf={({ title }) => title}
          headedBy="title"
          card={(one) => <IncidentCard of={one} />}
          empty={
            isFiltered ? (
              <EmptyState icon="filter" title={t(say.noneFits)} />
            ) : (
              <EmptyState icon="flag" title={t(say.none)}>
                {t(say.noneWhy)}
              </EmptyState>
            )
          }
        />
      )}
    </Page>
  )
}

function Actions({ isBoard, mayAdd }: { isBoard: boolean; mayAdd: boolean }) {
  const [open, setOpen] = useState<'adding' | 'categories' | 'register'>()
  const isCalled = useLocation({ select: ({ hash }) => hash === addAddress })
  const navigate = useNavigate()
  const close = () => {
    setOpen(undefined)
    if (isCalled) void navigate({ to: '.', search: true, replace: true })
  }
  const narrow = useNarrow<IncidentSearch>()
  return (
    <>
      <Button onPress={() => narrow({ view: isBoard ? undefined : 'board' })}>
        <Icon name={isBoard ? 'list' : 'cards'} />
        <span className="max-sm:sr-only">{t(isBoard ? say.list : say.board)}</span>
      </Button>
      <May to="set-up">
        <Button onPress={() => setOpen('register')}>
          <Icon name="eye" />
          <span className="max-sm:sr-only">{t(say.register)}</span>
        </Button>
        <Button onPress={() => setOpen('categories')}>
          <Icon name="filter" />
          <span className="max-sm:sr-only">{t(say.categories)}</span>
        </Button>
      </May>
      {mayAdd && (
        <Button look="primary" onPress={() => setOpen('adding')}>
          <Icon name="plus" />
          {t(say.add)}
        </Button>
      )}
      {open === 'categories' && <CategoriesWindow onClose={close} />}
      {open === 'register' && <RegisterWindow onClose={close} />}
      {mayAdd && (open === 'adding' || isCalled) && (
        <AddIncident
          onAdded={({ id }) => void navigate({ to: '/incidents/$id', params: { id: String(id) } })}
          onClose={close}
        />
      )}
    </>
  )
}
