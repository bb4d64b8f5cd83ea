import {
  ListBox as AriaListBox,
  Collection,
  Header,
  ListBoxItem,
  ListBoxSection,
  type Selection,
} from 'react-aria-components'
import { t } from '#kit/web/language.ts'
import { say } from '../copy.ts'
import type { Choosable } from '../field/list-box.tsx'
import { Icon } from '../icon.tsx'

/** Lines that can be marked: those found by the search, then the other marked ones. */
export function MarkedList({
  label,
  found,
  others,
  chosen,
  onSelect,
}: {
  label: string
  found: readonly Choosable[]
  others: readonly Choosable[]
  chosen: ReadonlySet<string>
  onSelect: (selection: Selection) => void
}) {
  return (
    <AriaListBox
      aria-label={label}
      selectionMode="multiple"
      selectedKeys={chosen}
      onSelectionChange={onSelect}
      // Escape is meant for the window.
      escapeKeyBehavior="none"
      renderEmptyState={() => <p className="px-1 text-muted">{t(say.noneFound)}</p>}
      className="max-h-60 overflow-auto outline-none"
    >
      <Collection items={found}>{line}</Collection>
      {others.length > 0 && (
        <ListBoxSection>
          <Header className="px-1 pt-2 text-small text-muted">{t(say.alsoSelected)}</Header>
          <Collection items={others}>{line}</Collection>
        </ListBoxSection>
      )}
    </AriaListBox>
  )
}

const line = ({ id, text }: Choosable) => (
  <ListBoxItem
    id={id}
    textValue={text}
    className="group flex min-h-8 cursor-pointer items-start gap-2 rounded-md px-1 py-1 outline-offset-[-2px] hover:bg-sunken max-sm:py-2.5"
  >
    <span className="mt-1 grid size-4 shrink-0 rounded-[3px] border border-edge bg-raised text-on-ours group-selected:border-ours group-selected:bg-ours-fill">
      <Icon name="check" className="invisible group-selected:visible" />
    </span>
    <span className="min-w-0">{text}</span>
  </ListBoxItem>
)
