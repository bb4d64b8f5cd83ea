import { type ReactNode, useState } from 'react'
import { Form } from 'react-aria-components'
import { t } from '#kit/web/language.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { SearchField } from '#kit/web/ui/field/search-field.tsx'
import { say } from '../copy.ts'

type NameFilterProps = {
  /** The name filter in the URL; another one resets the field. */
  readonly name: string
  /** Whether this or any other filter is set. */
  readonly isNarrowed: boolean
  readonly onFilter: (name: string | undefined) => void
  /** Takes all filters away. */
  readonly onReset: () => void
  readonly className: string
  /** Filters that stand before it. */
  readonly children?: ReactNode
}

/** Filters assignments by the observer's name, once the user has typed one. */
export const NameFilter = (props: NameFilterProps) => <Inputs key={props.name} {...props} />

function Inputs({ name, isNarrowed, onFilter, onReset, className, children }: NameFilterProps) {
  const [typed, setTyped] = useState(name)
  return (
    <Form
      role="search"
      aria-label={t(say.filters)}
      onSubmit={(event) => {
        event.preventDefault()
        onFilter(typed.trim() || undefined)
      }}
      className="flex flex-wrap items-end gap-2 max-sm:w-full"
    >
      {children}
      <SearchField label={t(say.name)} value={typed} onChange={setTyped} className={className} />
      <Button type="submit" look="quiet" isDisabled={typed.trim() === ''}>
        {t(say.filter)}
      </Button>
      <Button
        isDisabled={typed === '' && !isNarrowed}
        onPress={() => {
          setTyped('')
          onReset()
        }}
      >
        {t(say.reset)}
      </Button>
    </Form>
  )
}
