import { Fragment, type ReactNode } from 'react'
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components'
import { locale } from '../language.ts'
import { usePrinting } from '../printing.ts'

export type TabItem = {
  readonly id: string
  readonly title: ReactNode
  /** How many it lists. */
  readonly count?: number | undefined
  /** Rendered only when the tab is opened. */
  readonly content: () => ReactNode
}

type Props = {
  readonly label: string
  readonly items: readonly TabItem[]
  readonly selected: string
  readonly onSelect: (id: string) => void
  /** The tabs printed on paper, under their titles; by default the open tab. */
  readonly printed?: readonly string[]
}

/** Where there is no room for all of them they wrap: a tab out of sight is not found. */
export function Tabs({ label, items, selected, onSelect, printed = [selected] }: Props) {
  const isPrinting = usePrinting()
  return (
    <AriaTabs
      selectedKey={selected}
      onSelectionChange={(key) => onSelect(String(key))}
      // What is focused in a panel has a ring of its own.
      className="min-w-0 outline-none"
    >
      <TabList
        aria-label={label}
        className="flex flex-wrap gap-x-1 border-b border-line bg-surface px-1 sm:px-3"
      >
        {items.map(({ id, title, count }) => (
          <Tab
            key={id}
            id={id}
            className="flex min-h-10 max-w-full max-sm:min-h-11 cursor-pointer items-center gap-2 border-b-2 border-transparent px-3 text-muted outline-offset-[-2px] hover:text-ink selected:border-ours selected:font-strong selected:text-ink"
          >
            {title}
            {count !== undefined && (
              <span className="rounded-md bg-quiet px-2 text-small font-normal text-ink tabular-nums">
                {count.toLocaleString(locale)}
              </span>
            )}
          </Tab>
        ))}
      </TabList>
      {items.map(({ id, title, content }) => (
        <Fragment key={id}>
          {isPrinting && printed.includes(id) && (
            <h2 className="flex items-center gap-2 px-4 pt-4 text-large font-strong sm:px-6">
              {title}
            </h2>
          )}
          <TabPanel
            id={id}
            className={`outline-offset-[-2px] ${printed.includes(id) ? '' : 'print:hidden'}`}
          >
            {id === selected && content()}
          </TabPanel>
          {isPrinting && id !== selected && printed.includes(id) && content()}
        </Fragment>
      ))}
    </AriaTabs>
  )
}
