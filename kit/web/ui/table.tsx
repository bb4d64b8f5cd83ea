import { useRef } from 'react'
import { CardRows } from './card-rows.tsx'
import type { TableProps } from './columns.ts'
import { useRowsInView } from './rows-in-view.ts'
import { Headings, Row, Skeletons, Spacer, useRowOrder } from './table-rows.tsx'
import { useNarrow } from './use-narrow.ts'

const rowHeight = 40

/** Rows under headings; on a phone, where there is a card for a row, cards. */
export function Table<Each>(props: TableProps<Each>) {
  const isNarrow = useNarrow()
  const { rows, empty, card, isCards = false } = props
  if (rows?.length === 0) return empty
  return (isNarrow || isCards) && card ? <CardRows {...props} card={card} /> : <Grid {...props} />
}

function Grid<Each>(props: TableProps<Each>) {
  const { label, rows, keyOf, isLoading = false, reordering, selecting } = props
  const { isLong = false, className = 'overflow-auto' } = props
  const body = useRef<HTMLTableSectionElement>(null)
  const count = rows?.length ?? 0
  const { from, to } = useRowsInView(body, isLong ? rowHeight : undefined, count)
  const { handle, status } = useRowOrder(props)
  /** Nothing in its headings or rows need take the focus, and without it no key would scroll it. */
  const isStill = !props.sorting && !selecting && !reordering

  return (
    <div
      {...(isStill && { tabIndex: 0 })}
      className={`relative outline-offset-[-2px] ${className}`}
    >
      <table
        aria-label={label}
        aria-busy={isLoading || !rows}
        {...(rows && isLong && { 'aria-rowcount': rows.length + 1 })}
        className="w-full min-w-xl table-fixed border-separate border-spacing-0"
      >
        <Widths {...props} />
        <Headings {...props} />
        <tbody ref={body} className={isLoading && rows ? 'opacity-60' : ''}>
          {rows ? <Spacer height={from * rowHeight} /> : <Skeletons {...props} />}
          {rows?.slice(from, to).map((row, index) => (
            <Row
              key={keyOf(row)}
              {...props}
              row={row}
              {...(isLong && { number: from + index + 2 })}
              {...(reordering && { handle: handle(keyOf(row)) })}
            />
          ))}
          <Spacer height={(count - to) * rowHeight} />
        </tbody>
      </table>
      {status}
    </div>
  )
}

function Widths<Each>({ columns, reordering, selecting }: TableProps<Each>) {
  return (
    <colgroup>
      {reordering && <col className="w-[calc(var(--edge,12px)+20px)]" />}
      {selecting && <col className="w-[calc(var(--edge,12px)+24px)]" />}
      {columns.map(({ id, width, isMinor }) => (
        <col key={id} style={{ width }} className={isMinor ? 'max-lg:hidden' : ''} />
      ))}
    </colgroup>
  )
}
