import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import type { Selection } from 'react-aria-components'
import { holds } from '#kit/contract/value/folded.ts'
import { t } from '#kit/web/language.ts'
import { Button } from '../button.tsx'
import { say } from '../copy.ts'
import { MarkedList } from '../table/marked-list.tsx'
import { MatchCount } from '../table/match-count.tsx'
import { Checkbox } from './checkbox.tsx'
import { type Choosable, isLong } from './list-box.tsx'
import { SearchField } from './search-field.tsx'

type Props = {
  readonly label: string
  readonly items: readonly Choosable[]
  readonly chosen: ReadonlySet<string>
  readonly onChange: (chosen: ReadonlySet<string>) => void
  /** How many are chosen, in the words of the screen. */
  readonly summary: string
}

/** Multiple choice: checkboxes, and for many items a list that is searched. */
export const ManyChoice = (props: Props) =>
  isLong(props.items) ? <Searched {...props} /> : <Boxes {...props} />

function Boxes({ items, chosen, onChange, summary }: Props) {
  const toggle = (id: string, isChosen: boolean) =>
    onChange(new Set(isChosen ? [...chosen, id] : [...chosen].filter((one) => one !== id)))
  return (
    <Around summary={summary}>
      <div className="grid max-h-48 grid-cols-2 gap-x-4 overflow-auto rounded-md border border-line p-2">
        {items.map(({ id, text }) => (
          <Checkbox
            key={id}
            isSelected={chosen.has(id)}
            onChange={(isChosen) => toggle(id, isChosen)}
          >
            {text}
          </Checkbox>
        ))}
      </div>
    </Around>
  )
}

function Searched({ label, items, chosen, onChange, summary }: Props) {
  const [typed, setTyped] = useState('')
  const place = useRef<HTMLDivElement>(null)
  const found = items.filter(({ text }) => holds(text, typed))
  // Chosen items stay visible, whatever is searched.
  const others = items.filter((one) => chosen.has(one.id) && !found.includes(one))
  const ids = found.map(({ id }) => id)

  const choose = (next: ReadonlySet<string>) => {
    onChange(next)
    // A window detects unsaved input by its fields' events.
    place.current?.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const select = (selection: Selection) =>
    choose(new Set(selection === 'all' ? [...chosen, ...ids] : [...selection].map(String)))
  const intoList = () => place.current?.querySelector<HTMLElement>('[role=option]')?.focus()
  const decide = () => {
    const [only] = ids
    if (only === undefined || ids.length > 1 || typed.trim() === '') intoList()
    else choose(chosen.has(only) ? without(chosen, ids) : new Set([...chosen, only]))
  }
  return (
    <Around summary={summary}>
      <div ref={place} className="grid gap-2 rounded-md border border-line p-2">
        {/* The search text is no unsaved input. */}
        <div onInput={(event) => event.stopPropagation()}>
          <SearchField
            label={t(say.searchAmong, { count: items.length })}
            value={typed}
            onChange={setTyped}
            onSubmit={decide}
            onKeyDown={(event: KeyboardEvent) => {
              if (event.key === 'ArrowDown') intoList()
            }}
          />
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <MatchCount typed={typed} count={found.length} total={items.length} />
          <All
            isNarrowed={typed.trim() !== ''}
            count={found.length}
            onAll={() => choose(new Set([...chosen, ...ids]))}
            onNone={() => choose(without(chosen, ids))}
          />
        </div>
        <MarkedList label={label} found={found} others={others} chosen={chosen} onSelect={select} />
      </div>
    </Around>
  )
}

const without = (chosen: ReadonlySet<string>, ids: readonly string[]) =>
  new Set([...chosen].filter((id) => !ids.includes(id)))

/** Acts on the items found, and says so. */
function All({
  isNarrowed,
  count,
  onAll,
  onNone,
}: {
  isNarrowed: boolean
  count: number
  onAll: () => void
  onNone: () => void
}) {
  const [all, none] = isNarrowed
    ? [say.selectFound, say.deselectFound]
    : [say.selectEverything, say.clearSelection]
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="small" isDisabled={count === 0} onPress={onAll}>
        {t(all, { count })}
      </Button>
      <Button size="small" isDisabled={count === 0} onPress={onNone}>
        {t(none, { count })}
      </Button>
    </div>
  )
}

const Around = ({ summary, children }: { summary: string; children: ReactNode }) => (
  <fieldset className="min-w-0">
    <legend className="mb-1 text-small text-muted">{summary}</legend>
    {children}
  </fieldset>
)
