import { type ComponentProps, type ReactNode, useState } from 'react'
import { useElectionDay } from '#features/elections/web/use-election.ts'
import { useMay } from '#features/session/web/may.tsx'
import { t } from '#kit/web/language.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { EmptyState } from '#kit/web/ui/feedback/states.tsx'
import { actionsColumn } from '#kit/web/ui/table/actions-column.ts'
import type { Column } from '#kit/web/ui/table/columns.ts'
import { type ListQuery, ListTable, type PageOf } from '#kit/web/ui/table/list-table.tsx'
import { RowCard } from '#kit/web/ui/table/row-card.tsx'
import { say } from '../../copy.ts'
import { AddAssignment } from './assignment-forms.tsx'
import { PanelHead } from './panel-head.tsx'

type Props<Row> = {
  readonly label: string
  readonly about: string
  readonly actions: ReactNode
  /** The title where there are none. */
  readonly none: string
  readonly list: ListQuery<PageOf<Row>>
  /** Which page is shown, in the address. */
  readonly param: 'uncoveredPage' | 'unassignedPage'
  readonly columns: readonly Column<Row>[]
  readonly keyOf: (row: Row) => string
  readonly nameOf: (row: Row) => string
  readonly linkOf: (row: Row) => ReactNode
  /** The text of a card below its name. */
  readonly details: (row: Row) => ReactNode
  /** The known fields of the assignment to add for a row. */
  readonly known: (row: Row) => Pick<ComponentProps<typeof AddAssignment>, 'station' | 'observer'>
}

/** A page of unplanned items, each with a button to plan it. */
export function ToPlanList<Row>(props: Props<Row>) {
  const { label, list, param, columns, keyOf, nameOf, linkOf, details } = props
  const election = useElectionDay()
  const mayAdd = useMay('observers') === true
  const [adding, setAdding] = useState<Row>()
  const add = (row: Row) => (
    <Button
      size="small"
      aria-label={t(say.addOf, { name: nameOf(row) })}
      onPress={() => setAdding(() => row)}
    >
      {t(say.add)}
    </Button>
  )
  const actions: Column<Row> = actionsColumn('11rem', add)
  return (
    <>
      <PanelHead actions={props.actions}>
        <p className="text-muted">{props.about}</p>
      </PanelHead>
      <ListTable
        list={list}
        param={param}
        label={label}
        columns={mayAdd ? [...columns, actions] : columns}
        keyOf={keyOf}
        nameOf={nameOf}
        card={(row) => (
          <RowCard title={linkOf(row)} actions={mayAdd && add(row)}>
            {details(row)}
          </RowCard>
        )}
        empty={<EmptyState icon="check" title={props.none} />}
      />
      {adding !== undefined && election && (
        <AddAssignment
          day={election.day}
          {...props.known(adding)}
          onClose={() => setAdding(undefined)}
        />
      )}
    </>
  )
}
