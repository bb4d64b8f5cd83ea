import type { ReactNode } from 'react'
import { reorderedClass, useReorder } from './use-reorder.tsx'

type Props<Each> = {
  readonly label: string
  readonly items: readonly Each[]
  readonly keyOf: (item: Each) => string
  /** An item's name for screen readers. */
  readonly nameOf: (item: Each) => string
  readonly onReorder: (keys: string[]) => void
  readonly isDisabled?: boolean
  /** The layout of the list: gaps, lines between. */
  readonly className?: string
  /** An item; it places the handle. It may contain a list of its own. */
  readonly children: (item: Each, handle: ReactNode, index: number) => ReactNode
}

/** A list reordered by dragging, or by pressing a handle and choosing where to. */
export function SortableList<Each>({
  label,
  items,
  keyOf,
  nameOf,
  onReorder,
  isDisabled = false,
  className = 'grid grid-cols-1 gap-2',
  children,
}: Props<Each>) {
  const names = new Map(items.map((item) => [keyOf(item), nameOf(item)]))
  const { handle, status } = useReorder({
    keys: [...names.keys()],
    nameOf: (key) => names.get(key) ?? '',
    onReorder,
    isDisabled,
  })
  return (
    <>
      <ol aria-label={label} className={className}>
        {items.map((item, index) => {
          const key = keyOf(item)
          return (
            <li key={key} data-key={key} className={`min-w-0 ${reorderedClass}`}>
              {children(item, handle(key), index)}
            </li>
          )
        })}
      </ol>
      {status}
    </>
  )
}
