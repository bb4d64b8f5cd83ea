import { type ReactNode, useState } from 'react'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { EmptyState } from '#kit/web/ui/feedback/states.tsx'
import { Field } from '#kit/web/ui/field/field.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { Item, RowActions } from '#kit/web/ui/overlay/menu.tsx'
import { SortableList } from '#kit/web/ui/reorder/sortable-list.tsx'
import { actionsColumn } from '#kit/web/ui/table/actions-column.ts'
import type { Column } from '#kit/web/ui/table/columns.ts'
import { Pagination } from '#kit/web/ui/table/pagination.tsx'
import { RowCard } from '#kit/web/ui/table/row-card.tsx'
import { countSelected, nothing } from '#kit/web/ui/table/selection.ts'
import { SelectionBar } from '#kit/web/ui/table/selection-bar.tsx'
import type { Sort } from '#kit/web/ui/table/sort.ts'
import { Table } from '#kit/web/ui/table/table.tsx'

type Person = { readonly id: number; readonly name: string; readonly phone: string }

const people = (count: number): Person[] =>
  Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    name: `Observer ${index + 1} of the longest name that anybody in the whole country has`,
    phone: `07${String(22_000_000 + index * 7919)}`,
  }))

const columns: readonly Column<Person>[] = [
  { id: 'name', title: 'Name', sortKey: 'name', cell: ({ name }) => name },
  { id: 'phone', title: 'Phone', width: '9rem', sortKey: 'phone', cell: ({ phone }) => phone },
  { id: 'seen', title: 'Last seen', width: '8rem', isMinor: true, cell: () => '12 min ago' },
  { id: 'stations', title: 'Stations', width: '6rem', align: 'end', cell: ({ id }) => id % 7 },
  actionsColumn('8rem', ({ name }) => <Actions name={name} />),
]

function Actions({ name }: { name: string }) {
  return (
    <RowActions name={name} main={<Button size="small">Edit</Button>}>
      <Item id="notify" icon="send">
        Notification
      </Item>
      <Item id="delete" icon="trash" isDanger>
        Delete
      </Item>
    </RowActions>
  )
}

const card = ({ name, phone }: Person) => (
  <RowCard title={name} actions={<Actions name={name} />}>
    {phone}
  </RowCard>
)

const common = {
  columns,
  keyOf: ({ id }: Person) => String(id),
  nameOf: ({ name }: Person) => name,
  empty: <EmptyState icon="person" title="There are no observers" />,
  card,
}

export function Lists() {
  const [isLoading, setLoading] = useState(false)
  return (
    <>
      <Card
        title="Table with selection, sorting, pages"
        actions={
          <Button size="small" onPress={() => setLoading(!isLoading)}>
            Loading on, off
          </Button>
        }
      >
        <Selecting isLoading={isLoading} />
      </Card>
      <Card title="Ten thousand rows">
        <Table
          label="Observers"
          {...common}
          rows={many}
          isLong
          className="h-80 overflow-auto border border-line"
        />
      </Card>
      <Card title="Rows in an order">
        <Ordering />
      </Card>
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
        <Card title="Table before its first rows">
          <Table label="Observers" {...common} rows={undefined} />
        </Card>
        <Card title="Table without rows">
          <Table label="Observers" {...common} rows={[]} />
        </Card>
      </div>
      <Card title="A list in a list">
        <Nested />
      </Card>
    </>
  )
}

const many = people(10_000)

function Selecting({ isLoading }: { isLoading: boolean }) {
  const [selection, onSelect] = useState(nothing)
  const [sort, onSort] = useState<Sort>()
  const [page, setPage] = useState(1)
  const rows = many.slice((page - 1) * 6, page * 6)
  const count = countSelected(selection, many.length)
  return (
    <div>
      <Table
        label="Observers"
        {...common}
        rows={rows}
        isLoading={isLoading}
        markedKey="3"
        sorting={{ sort, onSort }}
        selecting={{ selection, onSelect }}
      />
      <Pagination
        page={page}
        pageSize={6}
        totalItems={many.length}
        onChange={(chosen) => setPage(chosen.page)}
      />
      <SelectionBar
        selection={selection}
        onSelect={onSelect}
        count={count}
        total={many.length}
        text={`${count} observers selected`}
      >
        <Button look="primary">
          <Icon name="send" />
          Send notification
        </Button>
      </SelectionBar>
    </div>
  )
}

function Ordering() {
  const [rows, setRows] = useState(people(6))
  const [isDisabled, setDisabled] = useState(false)
  return (
    <>
      <Button size="small" className="justify-self-start" onPress={() => setDisabled(!isDisabled)}>
        Handles on, off
      </Button>
      <Table
        label="Counties"
        {...common}
        rows={rows}
        reordering={{
          isDisabled,
          onReorder: (keys) => setRows(inOrder(rows, keys, ({ id }) => String(id))),
        }}
      />
    </>
  )
}

const inOrder = <Each,>(all: readonly Each[], keys: string[], keyOf: (each: Each) => string) =>
  keys.flatMap((key) => all.filter((each) => keyOf(each) === key))

function Nested() {
  const [sections, setSections] = useState(['A', 'B', 'C'])
  return (
    <SortableList
      label="Sections"
      items={sections}
      keyOf={(name) => name}
      nameOf={(name) => `Section ${name}`}
      onReorder={setSections}
    >
      {(name, handle) => (
        <Framed title={`Section ${name}`} handle={handle}>
          <Questions section={name} />
        </Framed>
      )}
    </SortableList>
  )
}

function Questions({ section }: { section: string }) {
  const [questions, setQuestions] = useState(['1', '2', '3'])
  return (
    <SortableList
      label={`Questions of section ${section}`}
      items={questions}
      keyOf={(name) => name}
      nameOf={(name) => `Question ${name}`}
      onReorder={setQuestions}
    >
      {(name, handle) => (
        <Framed title={`Question ${section}${name}`} handle={handle}>
          <Field label="Text" defaultValue={`What of ${section}${name}?`} />
        </Framed>
      )}
    </SortableList>
  )
}

function Framed({
  title,
  handle,
  children,
}: {
  title: string
  handle: ReactNode
  children: ReactNode
}) {
  return (
    <div className="flex gap-2 rounded-md border border-line bg-surface p-2">
      {handle}
      <div className="grid min-w-0 flex-1 grid-cols-1 gap-2 pt-1">
        <p className="font-strong">{title}</p>
        {children}
      </div>
    </div>
  )
}
