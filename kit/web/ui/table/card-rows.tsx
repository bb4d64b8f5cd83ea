import { type MouseEvent, type ReactNode, useRef } from 'react'
import { t } from '#kit/web/language.ts'
import { say } from '../copy.ts'
import { Icon } from '../icon.tsx'
import { reorderedClass } from '../reorder/use-reorder.tsx'
import type { TableProps } from './columns.ts'
import { useRowsInView } from './rows-in-view.ts'
import { isSelected, withRows } from './selection.ts'
import { Skeleton } from './skeleton.tsx'
import { sortedBy } from './sort.ts'
import { SelectPage, SelectRow, useRowOrder } from './table-rows.tsx'

type Props<Each> = TableProps<Each> & { readonly card: (row: Each) => ReactNode }

/** The rows of a table where there is no room for its columns. */
export function CardRows<Each>(props: Props<Each>) {
  const { label, rows, keyOf, isLoading = false, isLong = false, cardHeight = 72 } = props
  const { className = '', isCards = false } = props
  const list = useRef<HTMLUListElement>(null)
  const count = rows?.length ?? 0
  const { from, to } = useRowsInView(list, isLong ? cardHeight : undefined, count)
  const { handle, status } = useRowOrder(props)
  const height = isLong ? { height: cardHeight } : {}
  const around = { paddingTop: from * cardHeight, paddingBottom: (count - to) * cardHeight }

  return (
    <div {...scrolled(props)} className={`outline-offset-[-2px] ${className}`}>
      <Tools {...props} />
      <ul
        ref={list}
        aria-label={label}
        aria-busy={isLoading || !rows}
        {...(isLong && { style: around })}
        className={`${isCards ? sideBySide : ''} ${isLoading && rows ? 'opacity-60' : ''}`}
      >
        {!rows && <Skeletons />}
        {rows?.slice(from, to).map((row) => (
          <Card key={keyOf(row)} {...props} row={row} style={height} handle={handle(keyOf(row))} />
        ))}
      </ul>
      {status}
    </div>
  )
}

/** A scrolling area with nothing focusable inside takes the focus itself: otherwise no key would scroll it. */
const scrolled = <Each,>({ isLong, sorting, selecting, reordering }: Props<Each>) =>
  isLong && !sorting && !selecting && !reordering ? { tabIndex: 0 } : {}

const sideBySide =
  'sm:grid sm:grid-cols-[repeat(auto-fill,minmax(320px,1fr))] sm:gap-3 sm:p-(--edge,16px) sm:[&>li]:px-4 sm:[&>li]:rounded-md sm:[&>li]:border'

/** The controls of a table's headings: selecting all, and the order. */
function Tools<Each>(props: Props<Each>) {
  const { columns, sorting, selecting } = props
  const sortable = columns.filter(({ sortKey }) => sorting && sortKey !== undefined)
  if (!selecting && sortable.length === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-x-4 whitespace-nowrap border-b border-line px-(--edge,16px) py-1 text-small text-muted">
      {selecting && (
        <SelectPage {...props}>
          <span className="leading-6">{t(say.selectPage)}</span>
        </SelectPage>
      )}
      {sortable.map(({ id, title, sortKey = '', isMinor }) => {
        const direction = sorting?.sort?.by === sortKey ? sorting.sort.direction : undefined
        return (
          <button
            key={id}
            type="button"
            aria-pressed={direction !== undefined}
            onClick={() => sorting?.onSort(sortedBy(sortKey, sorting.sort))}
            className={`flex h-7 items-center gap-1 rounded-md outline-offset-[-2px] max-sm:h-11 aria-pressed:font-strong aria-pressed:text-ink ${isMinor ? 'max-lg:hidden' : ''}`}
          >
            {title}
            <Icon name={direction ?? 'sortable'} />
          </button>
        )
      })}
    </div>
  )
}

function Card<Each>(
  props: Props<Each> & { row: Each; handle: ReactNode; style: { height?: number } },
) {
  const { row, card, keyOf, selecting, reordering, markedKey, handle, style } = props
  const key = keyOf(row)
  const isOn = selecting !== undefined && isSelected(selecting.selection, key)
  const isMarked = key === markedKey

  /** While rows are being selected the whole card selects, except its own buttons and links. */
  const press = (event: MouseEvent<HTMLElement>) => {
    const isSelecting =
      selecting && (selecting.selection.keys.size > 0 || selecting.selection.kind === 'allBut')
    const pressed = event.target
    if (!isSelecting || !(pressed instanceof Element)) return
    if (pressed.closest('a, button, label, input')) return
    selecting.onSelect(withRows(selecting.selection, [key], !isOn))
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the checkbox inside is the keyboard's way.
    <li
      data-key={key}
      style={style}
      onClick={press}
      {...(isMarked && { 'aria-current': 'true' })}
      className={`flex items-start gap-2 overflow-clip border-b border-line px-(--edge,16px) py-2 max-sm:last:border-b-0 ${isOn || isMarked ? 'bg-ours-soft' : 'bg-surface'} ${isMarked ? 'shadow-[inset_4px_0_0_var(--color-ours)]' : ''} ${reorderedClass}`}
    >
      {reordering && handle}
      <SelectRow {...props} />
      <div className="min-w-0 flex-1">{card(row)}</div>
    </li>
  )
}

function Skeletons() {
  return Array.from({ length: 6 }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same, and none ever moves.
    <li key={row} className="grid gap-1 border-b border-line px-(--edge,16px) py-3">
      <Skeleton className="w-1/2" />
      <Skeleton className="w-3/4" />
    </li>
  ))
}
