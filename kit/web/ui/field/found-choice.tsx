import { useState } from 'react'
import { ListBox, ListBoxItem } from 'react-aria-components'
import { t } from '#kit/web/language.ts'
import { Button } from '../button.tsx'
import { say } from '../copy.ts'
import { fieldClass, labelClass } from './field.tsx'
import { SearchField } from './search-field.tsx'

export type Found = { readonly id: string; readonly text: string; readonly about?: string }

/** One of very many, found by the server as the user types. */
export function FoundChoice({
  label,
  change,
  typed,
  onType,
  found,
  isAsking,
  none = t(say.noneFound),
  chosen,
  onChoose,
}: {
  label: string
  /** The label of the button that begins the search anew. */
  change: string
  typed: string
  onType: (typed: string) => void
  /** Undefined: nothing is searched for yet. */
  found: readonly Found[] | undefined
  isAsking: boolean
  /** Why nothing was found. */
  none?: string | undefined
  chosen: Found | undefined
  onChoose: (chosen: Found | undefined) => void
}) {
  const [first] = useState(chosen?.id)
  const [isAnew, setAnew] = useState(false)
  // The focused control is gone with the choice: the focus goes to its replacement.
  if (chosen)
    return (
      <div className={fieldClass}>
        <span className={labelClass}>{label}</span>
        <div className="flex min-h-9 items-center justify-between gap-3 rounded-md border border-line bg-sunken px-3 py-1">
          <Line {...chosen} />
          <Button
            size="small"
            autoFocus={isAnew || chosen.id !== first}
            onPress={() => {
              setAnew(true)
              onChoose(undefined)
            }}
          >
            {change}
          </Button>
        </div>
      </div>
    )
  return (
    <div className={fieldClass}>
      <SearchField label={label} value={typed} onChange={onType} autoFocus={isAnew} />
      {found && (
        <ListBox
          aria-label={label}
          aria-busy={isAsking}
          items={found}
          selectionMode="single"
          onSelectionChange={(keys) => onChoose(found.find(({ id }) => new Set(keys).has(id)))}
          // Escape is meant for the window.
          escapeKeyBehavior="none"
          renderEmptyState={() => (
            <p className="px-3 py-2 text-muted">{isAsking ? t(say.loading) : none}</p>
          )}
          className={`max-h-48 overflow-auto rounded-md border border-line p-1 outline-none ${isAsking ? 'opacity-60' : ''}`}
        >
          {(one) => (
            <ListBoxItem
              id={one.id}
              textValue={one.text}
              className="flex min-h-8 cursor-default items-center rounded-md px-3 py-1 outline-none hover:bg-sunken focus:bg-ours-soft max-sm:min-h-11"
            >
              <Line {...one} />
            </ListBoxItem>
          )}
        </ListBox>
      )}
    </div>
  )
}

const Line = ({ text, about }: Found) => (
  <span className="min-w-0 wrap-anywhere">
    {text}
    {about && <span className="ms-2 text-small text-muted">{about}</span>}
  </span>
)
