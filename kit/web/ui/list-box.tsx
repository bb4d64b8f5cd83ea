import { ListBox as AriaListBox, ListBoxItem, Popover } from 'react-aria-components'
import { t } from '../language.ts'
import { say } from './copy.ts'
import { Icon } from './icon.tsx'

export type Choosable = { readonly id: string; readonly text: string }

/** What may be chosen, ten at a time; those beyond are scrolled to. The field around it gives the items. */
export function Choices({ items }: { items?: readonly Choosable[] }) {
  return (
    <Popover className="flex max-h-[330px]! w-(--trigger-width) min-w-56 flex-col rounded-md border border-line bg-raised shadow-floating">
      <AriaListBox<Choosable>
        {...(items && { items })}
        className="min-h-0 overflow-auto p-1 outline-none"
        renderEmptyState={() => <p className="px-3 py-2 text-muted">{t(say.noneFound)}</p>}
      >
        {(item) => (
          <ListBoxItem
            id={item.id}
            textValue={item.text}
            className="group flex min-h-8 cursor-default items-center justify-between gap-2 rounded-md px-3 py-1 outline-none hover:bg-sunken focus:bg-ours-soft selected:font-strong"
          >
            {item.text}
            <Icon name="check" className="invisible text-ours group-selected:visible" />
          </ListBoxItem>
        )}
      </AriaListBox>
    </Popover>
  )
}
