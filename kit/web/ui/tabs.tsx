import { type ReactNode, useEffect, useRef } from 'react'
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components'
import { scrollIntoSight } from './chart/strip.ts'

export type TabItem = {
  readonly id: string
  readonly title: ReactNode
  /** Rendered only when the tab is opened. */
  readonly content: () => ReactNode
}

type Props = {
  readonly label: string
  readonly items: readonly TabItem[]
  readonly selected: string
  readonly onSelect: (id: string) => void
  /** Shown at the end of the titles; with it they stay visible, however far one scrolls. */
  readonly aside?: ReactNode
}

/** Where there is no room for all of them they scroll, and the open one is always visible. */
export function Tabs({ label, items, selected, onSelect, aside }: Props) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const strip = list.current
    if (!strip) return
    // Also when there is less room than before: the element at their end may appear later.
    const watch = new ResizeObserver(() => {
      const tab = strip.querySelector(`[data-key="${selected}"]`)
      if (tab) scrollIntoSight(strip, tab)
    })
    watch.observe(strip)
    return () => watch.disconnect()
  }, [selected])
  return (
    <AriaTabs
      selectedKey={selected}
      onSelectionChange={(key) => onSelect(String(key))}
      className="min-w-0"
    >
      <div
        className={`flex border-b border-line bg-surface ${aside ? 'sticky top-0 z-10 print:static' : ''}`}
      >
        <TabList
          ref={list}
          aria-label={label}
          className="flex min-w-0 flex-1 gap-1 overflow-x-auto overflow-y-hidden px-1 sm:px-3"
        >
          {items.map(({ id, title }) => (
            <Tab
              key={id}
              id={id}
              className="flex h-10 shrink-0 max-sm:h-11 cursor-pointer items-center gap-2 border-b-2 border-transparent px-3 whitespace-nowrap text-muted outline-offset-[-2px] hover:text-ink selected:border-ours selected:font-strong selected:text-ink"
            >
              {title}
            </Tab>
          ))}
        </TabList>
        {aside && (
          <div className="flex shrink-0 items-center border-s border-line pe-2 sm:pe-6">
            {aside}
          </div>
        )}
      </div>
      {items.map(({ id, content }) => (
        <TabPanel key={id} id={id} className="outline-offset-[-2px]">
          {id === selected && content()}
        </TabPanel>
      ))}
    </AriaTabs>
  )
}
