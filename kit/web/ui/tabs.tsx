import type { ReactNode } from 'react'
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components'

export type TabItem = {
  readonly id: string
  readonly title: ReactNode
  /** Made only when the tab is opened. */
  readonly content: () => ReactNode
}

type Props = {
  readonly label: string
  readonly items: readonly TabItem[]
  readonly selected: string
  readonly onSelect: (id: string) => void
}

export function Tabs({ label, items, selected, onSelect }: Props) {
  return (
    <AriaTabs
      selectedKey={selected}
      onSelectionChange={(key) => onSelect(String(key))}
      className="min-w-0"
    >
      <TabList
        aria-label={label}
        className="flex gap-1 overflow-x-auto overflow-y-hidden border-b border-line px-4 sm:px-6"
      >
        {items.map(({ id, title }) => (
          <Tab
            key={id}
            id={id}
            className="-mb-px flex h-10 shrink-0 cursor-pointer items-center gap-2 border-b-2 border-transparent px-3 whitespace-nowrap text-muted outline-offset-[-2px] hover:text-ink selected:border-ours selected:font-strong selected:text-ink"
          >
            {title}
          </Tab>
        ))}
      </TabList>
      {items.map(({ id, content }) => (
        <TabPanel key={id} id={id} className="outline-offset-[-2px]">
          {id === selected && content()}
        </TabPanel>
      ))}
    </AriaTabs>
  )
}
