import { useState } from 'react'
import {
  ListBox as AriaListBox,
  Autocomplete,
  Header,
  ListBoxItem,
  ListBoxSection,
  Popover,
} from 'react-aria-components'
import { groupBy } from '#kit/contract/group.ts'
import { holds } from '#kit/contract/value/folded.ts'
import { t } from '#kit/web/language.ts'
import { say } from '../copy.ts'
import { Icon } from '../icon.tsx'
import { isLaterPress } from '../overlay/double-click.ts'
import { MatchCount } from '../table/match-count.tsx'
import { SearchField } from './search-field.tsx'

export type Choosable = {
  readonly id: string
  readonly text: string
  /** Its code: where the list is so long that it is searched, it is shown before the text. */
  readonly code?: string
  /** The heading above it and its neighbours of the same group. */
  readonly group?: string
}

/** Up to this many are listed; longer lists are searched. */
const mostToRead = 20

export const isLong = (items: readonly unknown[]): boolean => items.length > mostToRead

/** Items as they are shown, and searched. */
export const shown = <I extends Choosable>(items: readonly I[]): readonly I[] =>
  isLong(items)
    ? items.map((item) => (item.code ? { ...item, text: `${item.code} – ${item.text}` } : item))
    : items

const sheet =
  'flex max-h-[330px]! w-(--trigger-width) min-w-56 flex-col rounded-md border border-line bg-raised shadow-floating'

/** The options, ten at a time; further ones are scrolled to. The field around it provides the items. */
export const Choices = () => (
  <Popover shouldCloseOnInteractOutside={isLaterPress} className={sheet}>
    <Options />
  </Popover>
)

/** The choices of a button that opens a list, with a search in long lists. */
export function SearchedChoices({ items }: { items: readonly Choosable[] }) {
  return (
    <Popover shouldCloseOnInteractOutside={isLaterPress} className={sheet}>
      {isLong(items) ? <Searched items={items} /> : <Options items={items} />}
    </Popover>
  )
}

function Searched({ items }: { items: readonly Choosable[] }) {
  const [typed, setTyped] = useState('')
  const found = items.filter(({ text }) => holds(text, typed))
  return (
    // Filtered outside the list, so that the button keeps showing what is chosen.
    <Autocomplete filter={holds} inputValue={typed} onInputChange={setTyped}>
      <div className="grid gap-1 border-b border-line p-2">
        <SearchField label={t(say.searchAmong, { count: items.length })} autoFocus />
        <MatchCount typed={typed} count={found.length} total={items.length} />
      </div>
      <Options items={items} />
    </Autocomplete>
  )
}

function Options({ items }: { items?: readonly Choosable[] }) {
  const isGrouped = items?.some(({ group }) => group)
  return (
    <AriaListBox<Choosable>
      {...(items && !isGrouped && { items })}
      className="min-h-0 overflow-auto p-1 outline-none"
      renderEmptyState={() => <p className="px-3 py-2 text-muted">{t(say.noneFound)}</p>}
    >
      {items && isGrouped
        ? [...groupBy(items, ({ group = '' }) => group)].map(([group, own]) => (
            <ListBoxSection key={group} id={group}>
              <Header className="px-3 pt-2 text-small text-muted">{group}</Header>
              {own.map(optionOf)}
            </ListBoxSection>
          ))
        : optionOf}
    </AriaListBox>
  )
}

const optionOf = ({ id, text }: Choosable) => (
  <ListBoxItem
    key={id}
    id={id}
    textValue={text}
    className="group flex min-h-8 cursor-default items-center justify-between gap-2 rounded-md px-3 py-1 outline-none hover:bg-sunken focus:bg-ours-soft max-sm:min-h-11 selected:font-strong"
  >
    {text}
    <Icon name="check" className="invisible text-ours group-selected:visible" />
  </ListBoxItem>
)
