import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { May, useMay } from '#features/session/web/may.tsx'
import { t } from '#kit/web/language.ts'
import { useListPage } from '#kit/web/read/list-page.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { EmptyState } from '#kit/web/ui/feedback/states.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { Page } from '#kit/web/ui/page.tsx'
import { ListTable } from '#kit/web/ui/table/list-table.tsx'
import { incidents } from '../contract.ts'
import { say as words } from '../copy.ts'
import { AddIncident } from './add-incident.tsx'
import { CategoriesWindow } from './categories-window.tsx'
import { say } from './copy.ts'
import { IncidentCard, incidentColumns } from './incident-columns.tsx'
import { IncidentFilter } from './incident-filter.tsx'
import { RegisterWindow } from './register/register-window.tsx'
import { useIncidentSearch } from './search.ts'
import { Suggestions } from './suggestions.tsx'

export function IncidentsPage() {
  const { page = 1, ...filters } = useIncidentSearch()
  const list = useListPage(incidents.list, { query: { ...filters, page, pageSize: 50 } })
  const mayAdd = useMay('review') === true
  const [open, setOpen] = useState<'adding' | 'categories' | 'register'>()
  const navigate = useNavigate()
  const isFiltered = Object.values(filters).some((value) => value !== undefined)
  return (
    <Page
      isFilled
      title={t(words.incidents)}
      count={list.data && t(say.count, { count: list.data.totalItems })}
      actions={
        mayAdd && (
          <>
            <May to="set-up">
              <Button onPress={() => setOpen('register')}>{t(say.register)}</Button>
              <Button onPress={() => setOpen('categories')}>{t(say.categories)}</Button>
            </May>
            <Button look="primary" onPress={() => setOpen('adding')}>
              <Icon name="plus" />
              {t(say.add)}
            </Button>
          </>
        )
      }
      filters={<IncidentFilter />}
    >
      {mayAdd && !isFiltered && page === 1 && <Suggestions />}
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
      {open === 'categories' && <CategoriesWindow onClose={() => setOpen(undefined)} />}
      {open === 'register' && <RegisterWindow onClose={() => setOpen(undefined)} />}
      {open === 'adding' && (
        <AddIncident
          onAdded={({ id }) => void navigate({ to: '/incidents/$id', params: { id: String(id) } })}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Page>
  )
}
