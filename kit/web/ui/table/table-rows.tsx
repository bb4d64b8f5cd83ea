import type { ReactNode } from 'react'
import { t } from '#kit/web/language.ts'
import { say } from '../copy.ts'
import { Checkbox } from '../field/checkbox.tsx'
import { Icon } from '../icon.tsx'
import { reorderedClass, useReorder } from '../reorder/use-reorder.tsx'
import type { Column, TableProps } from './columns.ts'
import { howMuch, isSelected, withRows } from './selection.ts'
import { Skeleton } from './skeleton.tsx'
import { sortedBy } from './sort.ts'

const aligned = { start: 'text-start', center: 'text-center', end: 'text-end' } as const

const placed = <Each,>({ align = 'start', isMinor, isTitleHidden }: Column<Each>) =>
  `px-3 first:ps-(--edge,12px) last:pe-(--edge,12px) ${aligned[align]} ${isMinor ? 'max-lg:not-print:hidden' : ''} ${isTitleHidden ? pinned : ''}`

/** Buttons at the end of a row stay in sight while a wide table is moved sideways. */
const pinned = 'last:sticky last:end-0'

/** Before the columns: a checkbox or a handle, each with 4 pixels around its icon. */
const beforeClass = 'ps-[calc(var(--edge,12px)-4px)]'

const headingClass =
  'sticky top-0 z-[5] h-9 border-b border-line bg-surface text-small font-normal text-muted'

export function Headings<Each>(props: TableProps<Each>) {
  const { columns, reordering, selecting } = props
  return (
    <thead>
      <tr>
        {reordering && (
          <th scope="col" className={headingClass}>
            <span className="sr-only">{t(say.order)}</span>
          </th>
        )}
        {selecting && (
          <th scope="col" className={`${headingClass} ${beforeClass}`}>
            <SelectPage {...props} />
          </th>
        )}
        {columns.map((column) => (
          <Heading key={column.id} {...props} column={column} />
        ))}
      </tr>
    </thead>
  )
}

function Heading<Each>({ column, sorting }: TableProps<Each> & { column: Column<Each> }) {
  const { title, about, sortKey, align, isTitleHidden } = column
  const className = `${headingClass} ${placed(column)}`
  if (!sorting || sortKey === undefined)
    return (
      <th scope="col" title={about} className={className}>
        <span className={isTitleHidden ? 'sr-only' : 'block truncate'}>{title}</span>
      </th>
    )
  const { sort, onSort } = sorting
  const direction = sort?.by === sortKey ? sort.direction : undefined
  return (
    <th scope="col" title={about} aria-sort={direction ?? 'none'} className={className}>
      <button
        type="button"
        onClick={() => onSort(sortedBy(sortKey, sort))}
        className={`-mx-1 inline-flex h-7 max-w-full items-center gap-1 rounded-md px-1 hover:text-ink ${align === 'end' ? 'flex-row-reverse' : ''} ${direction ? 'font-strong text-ink' : ''}`}
      >
        <span className="truncate">{title}</span>
        <Icon name={direction ?? 'sortable'} />
      </button>
    </th>
  )
}

/** Selects the rows that are shown, and no others. */
export function SelectPage<Each>({
  rows = [],
  keyOf,
  selecting,
  children,
}: TableProps<Each> & { children?: ReactNode }) {
  if (!selecting) return null
  const keys = rows.map(keyOf)
  const much = howMuch(selecting.selection, keys)
  return (
    <Checkbox
      {...(!children && { 'aria-label': t(say.selectPage) })}
      isSelected={much === 'all'}
      isIndeterminate={much === 'some'}
      isDisabled={keys.length === 0}
      onChange={(isOn) => selecting.onSelect(withRows(selecting.selection, keys, isOn))}
    >
      {children}
    </Checkbox>
  )
}

export function SelectRow<Each>({
  row,
  keyOf,
  nameOf,
  selecting,
}: TableProps<Each> & { row: Each }) {
  if (!selecting) return null
  const { selection, onSelect } = selecting
  return (
    <Checkbox
      aria-label={t(say.selectRow, { name: nameOf(row) })}
      isSelected={isSelected(selection, keyOf(row))}
      onChange={(isOn) => onSelect(withRows(selection, [keyOf(row)], isOn))}
    />
  )
}

export function Row<Each>(
  props: TableProps<Each> & { row: Each; number?: number; handle?: ReactNode },
) {
  const { columns, row, keyOf, number, handle, selecting, markedKey } = props
  const { headedBy = columns[0]?.id } = props
  const key = keyOf(row)
  const isOn = selecting !== undefined && isSelected(selecting.selection, key)
  const isMarked = key === markedKey
  const ground = isOn || isMarked ? 'bg-ours-soft' : 'bg-surface hover:bg-sunken'
  return (
    <tr
      data-key={key}
      {...(number !== undefined && { 'aria-rowindex': number })}
      {...(isMarked && { 'aria-current': 'true' })}
      // A link in it may cover all of it.
      className={`group relative ${ground} ${isMarked ? '[&>:first-child]:shadow-[inset_4px_0_0_var(--color-ours)]' : ''} ${reorderedClass}`}
    >
      {handle !== undefined && <td className={`${cellClass} ${beforeClass}`}>{handle}</td>}
      {selecting && (
        <td className={`${cellClass} ${beforeClass}`}>
          <SelectRow {...props} />
        </td>
      )}
      {columns.map((column) => (
        <Cell
          key={column.id}
          column={column}
          content={column.cell(row)}
          isHeading={column.id === headedBy}
        />
      ))}
    </tr>
  )
}

const cellClass = 'h-10 border-b border-line py-0'

/**
 * Text that is too long is truncated, and shown whole on hover; the focus outline is not cut off. What names
 * the row is its heading: screen readers say it with each of the others.
 */
function Cell<Each>({
  column,
  content,
  isHeading,
}: {
  column: Column<Each>
  content: ReactNode
  isHeading: boolean
}) {
  const className = `${cellClass} ${placed(column)} bg-inherit`
  const text = (
    <div
      {...(typeof content === 'string' && { title: content })}
      className="[overflow-clip-margin:4px] overflow-clip text-ellipsis whitespace-nowrap"
    >
      {content}
    </div>
  )
  if (!isHeading) return <td className={className}>{text}</td>
  return (
    <th scope="row" className={`${className} font-normal`}>
      {text}
    </th>
  )
}

/** Placeholder rows, until the first ones are loaded. */
export function Skeletons<Each>({ columns, reordering, selecting }: TableProps<Each>) {
  const before = [...(reordering ? ['order'] : []), ...(selecting ? ['selection'] : [])]
  return Array.from({ length: 8 }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same, and none ever moves.
    <tr key={row}>
      {before.map((id) => (
        <td key={id} className={cellClass} />
      ))}
      {columns.map((column) => (
        <td key={column.id} className={`${cellClass} ${placed(column)}`}>
          <Skeleton />
        </td>
      ))}
    </tr>
  ))
}

/** The handles of the rows that are shown. */
export function useRowOrder<Each>({ rows = [], keyOf, nameOf, reordering }: TableProps<Each>) {
  return useReorder({
    keys: reordering ? rows.map(keyOf) : [],
    nameOf: (key) => rows.filter((row) => keyOf(row) === key).map(nameOf)[0] ?? '',
    onReorder: (keys) => reordering?.onReorder(keys),
    isDisabled: reordering?.isDisabled ?? false,
    ...(reordering?.whyDisabled && { whyDisabled: reordering.whyDisabled }),
  })
}

/** As high as the rows that are not drawn. */
export function Spacer({ height }: { height: number }) {
  if (height <= 0) return null
  return (
    <tr>
      <td style={{ height }} className="p-0" />
    </tr>
  )
}
