import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Problem } from '#kit/contract/problem.ts'
import { ErrorState } from '../feedback/states.tsx'
import type { TableProps } from './columns.ts'
import { LastPage, Pagination } from './pagination.tsx'
import { Table } from './table.tsx'

export type PageOf<Row> = {
  readonly data: readonly Row[]
  readonly page: number
  readonly pageSize: number
  readonly totalItems: number
  readonly totalPages: number
}

/** What `useListPage` returns, or the query of a list without pages. */
export type ListQuery<Data> = {
  readonly data: Data | undefined
  readonly failureReason: Problem | null
  readonly isPlaceholderData: boolean
  readonly refetch: () => unknown
}

/** Where a list is: it fills the page, has a border of its own, or is one of several things in a card. */
const layouts = {
  page: {
    table: 'min-h-0 flex-1 overflow-auto',
    foot: 'shrink-0 border-t border-line px-4 py-1 sm:px-6',
  },
  box: { table: 'overflow-auto', foot: 'border-t border-line px-4 py-1 sm:px-6' },
  card: { table: '-mx-4 overflow-auto [--edge:16px]', foot: '' },
} as const

type Place = {
  readonly layout?: keyof typeof layouts
  /** The name of the page number in the address. */
  readonly param?: string
}

/** A page of a list with its pagination, whose page number is in the address; or why it could not be loaded. */
export function ListPage({
  list,
  layout = 'box',
  param = 'page',
  children,
}: Place & { list: ListQuery<PageOf<unknown> | readonly unknown[]>; children: ReactNode }) {
  const navigate = useNavigate()
  const { data, failureReason, isPlaceholderData, refetch } = list
  if (!data && failureReason)
    return <ErrorState problem={failureReason} retry={() => void refetch()} />
  const page = data && 'totalPages' in data ? data : undefined
  const turn = (to: number) =>
    void navigate({ to: '.', search: (search: object) => ({ ...search, [param]: to }) })
  return (
    <>
      <LastPage of={isPlaceholderData ? undefined : page} param={param} />
      {children}
      {page && (layout !== 'card' || page.totalPages > 1) && (
        <div className={`empty:hidden ${layouts[layout].foot}`}>
          <Pagination {...page} onChange={(chosen) => turn(chosen.page)} />
        </div>
      )}
    </>
  )
}

type Props<Row> = Place &
  Omit<TableProps<Row>, 'rows' | 'isLoading'> & {
    readonly list: ListQuery<PageOf<Row> | readonly Row[]>
  }

/** A list as a table: `empty` if it has no rows, a skeleton until it is loaded. */
export function ListTable<Row>({ list, layout = 'box', param = 'page', ...table }: Props<Row>) {
  const { data, isPlaceholderData } = list
  return (
    <ListPage list={list} layout={layout} param={param}>
      <Table
        className={layouts[layout].table}
        {...table}
        rows={data && 'data' in data ? data.data : data}
        isLoading={isPlaceholderData}
      />
    </ListPage>
  )
}
