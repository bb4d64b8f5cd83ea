import type { ReactNode } from 'react'
import type { Selection } from './selection.ts'
import type { Sort } from './sort.ts'

export type Column<Each> = {
  readonly id: string
  readonly title: string
  /** What the title means, where it alone could be misread. */
  readonly about?: string
  readonly cell: (row: Each) => ReactNode
  /** Numbers stand at the end, so that their digits align. */
  readonly align?: 'start' | 'center' | 'end'
  /** A CSS width; columns without one share what is left. */
  readonly width?: string
  /** What a click on the heading sorts by; without it the column does not sort. */
  readonly sortKey?: string
  /** The title is only for those who hear the page, as over buttons. */
  readonly isTitleHidden?: boolean
  /** Left out where there is less room than on a laptop. */
  readonly isMinor?: boolean
}

export type TableProps<Each> = {
  /** What the table holds, for those who hear the page. */
  readonly label: string
  readonly columns: readonly Column<Each>[]
  /** Undefined: not read yet. */
  readonly rows: readonly Each[] | undefined
  readonly keyOf: (row: Each) => string
  /** What a row is called by its checkbox and its handle. */
  readonly nameOf: (row: Each) => string
  /** The rows are being read again; the old ones stay meanwhile. */
  readonly isLoading?: boolean
  /** What stands here instead when there are no rows. */
  readonly empty: ReactNode
  readonly sorting?: { readonly sort: Sort | undefined; readonly onSort: (sort: Sort) => void }
  readonly selecting?: {
    readonly selection: Selection
    readonly onSelect: (selection: Selection) => void
  }
  /** A handle for each row; not together with `isLong`. */
  readonly reordering?: {
    readonly onReorder: (keys: string[]) => void
    readonly isDisabled?: boolean
    /** Said by the handles while they are disabled. */
    readonly whyDisabled?: string
  }
  /** The row that is open somewhere. */
  readonly markedKey?: string | undefined
  /** A row as a phone shows it; without it the table scrolls sideways. */
  readonly card?: (row: Each) => ReactNode
  /** The cards, side by side, where there is room for the columns as well. */
  readonly isCards?: boolean
  /** Thousands of rows: only those that can be seen are drawn. Cards are then all `cardHeight` high. */
  readonly isLong?: boolean
  readonly cardHeight?: number
  /** Where it lies; give it a height and `overflow-auto`, and its headings stay in sight. */
  readonly className?: string
}
