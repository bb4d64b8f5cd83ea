import type { ReactNode } from 'react'
import { t } from '#kit/web/language.ts'
import { say } from '../feedback/copy.ts'
import type { Column } from './columns.ts'

/** The last column of a table: what can be done with a row. */
export const actionsColumn = <Row>(width: string, cell: (row: Row) => ReactNode): Column<Row> => ({
  id: 'actions',
  title: t(say.actions),
  isTitleHidden: true,
  width,
  align: 'end',
  cell,
})
