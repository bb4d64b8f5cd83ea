import type { ReactNode } from 'react'
import type { Selection } from './selection.ts'
import type { Sort } from './sort.ts'

export type Column<Each> = {
  readonly id: string
  readonly title: string
  /** What the title means, where it alone could be misread. */
  readonly about?: string
  readonly cell: (row: Each) => ReactNode
  /** Numbers are right-aligned, so that their digits line up. */
  readonly align?: 'start' | 'center' | 'end'
  /** A CSS width; columns without one share what is left. */
  readonly width?: string
  /** The sort key of the heading; without it the column does not sort. */
  readonly sortKey?: string
  /** The title is only for screen readers, as over buttons. */
  readonly isTitleHidden?: boolean
  /** Hidden where there is less room than on a laptop. */
  readonly isMinor?: boolean
}

export type TableProps<Each> = {
  /** What the table contains, for screen readers. */
  readonly label: string
  readonly columns: readonly Column<Each>[]
  /** Undefined: not loaded yet. */
  readonly rows: readonly Each[] | undefined
  readonly keyOf: (row: Each) => string
  /** The id of the column that names the row; by default the first one. */
  readonly headedBy?: string
  /** A row's name for its checkbox and its handle. */
  readonly nameOf: (row: Each) => string
  /** The rows are being refetched; the old ones stay meanwhile. */
  readonly isLoading?: boolean
  /** Shown instead when there are no rows. */
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
    /** Announced by the handles while they are disabled. */
    readonly whyDisabled?: string
  }
  /** The row that is open somewhere. */
  readonly markedKey?: string | undefined
  /** A row as a phone shows it; without it the table scrolls sideways. */
  readonly card?: (row: Each) => ReactNode
  /** The cards, side by side, where there is room for the columns as well. */
  readonly isCards?: boolean
  /** Thousands of rows: only visible ones are drawn. Cards are then all `cardHeight` high. */
  readonly isLong?: boolean
  readonly cardHeight?: number
  /** Its layout; give it a height and `overflow-auto`, and its headings stay visible. */
  readonly className?: string
}
