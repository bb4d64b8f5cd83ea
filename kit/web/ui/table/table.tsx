import { type CSSProperties, useRef } from 'react'
import { useNarrow } from '../use-narrow.ts'
import { CardRows } from './card-rows.tsx'
import type { Column, TableProps } from './columns.ts'
import { useKeptFocus } from './kept-focus.ts'
import { useRowsInView } from './rows-in-view.ts'
import { Headings, Row, Skeletons, Spacer, useRowOrder } from './table-rows.tsx'

const rowHeight = 40

/** A table; on narrow screens, given a card for a row, cards. */
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
  useKeptFocus(body, (key) => !rows || rows.some((row) => keyOf(row) === key))
  const count = rows?.length ?? 0
  const { from, to } = useRowsInView(body, isLong ? rowHeight : undefined, count)
  const { handle, status } = useRowOrder(props)
  /** Nothing in its headings or rows is focusable, and otherwise no key would scroll it. */
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
        style={leastWidths(props)}
        className="w-full min-w-(--least) table-fixed border-separate border-spacing-0 lg:min-w-(--least-of-all) print:min-w-0 print:table-auto"
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

/** The minimum width of a column that shares the rest: a name of two words. */
const leastShare = '9rem'

/** How narrow the table may become before it scrolls sideways: without its minor columns, and with all. */
function leastWidths<Each>({ columns, reordering, selecting }: TableProps<Each>) {
  const before = reordering || selecting ? ['3rem'] : []
  const sum = (some: readonly Column<Each>[]) =>
    `calc(${[...before, ...some.map(({ width = leastShare }) => width)].join(' + ')})`
  return {
    '--least': sum(columns.filter(({ isMinor }) => !isMinor)),
    '--least-of-all': sum(columns),
  } as CSSProperties
}

function Widths<Each>({ columns, reordering, selecting }: TableProps<Each>) {
  return (
    <colgroup>
      {reordering && <col className="w-[calc(var(--edge,12px)+20px)]" />}
      {selecting && <col className="w-[calc(var(--edge,12px)+24px)]" />}
      {columns.map(({ id, width, isMinor }) => (
        <col key={id} style={{ width }} className={isMinor ? 'max-lg:not-print:hidden' : ''} />
      ))}
    </colgroup>
  )
}
