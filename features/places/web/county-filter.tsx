import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { Form } from 'react-aria-components'
import { t } from '#kit/web/language.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { SearchField } from '#kit/web/ui/field/search-field.tsx'
import { say } from '../copy.ts'

/** The filter of the list of counties. Its value is in the URL, and another URL resets it. */
export function CountyFilter() {
  const { filter } = useSearch({ from: '/signed-in/polling-stations' })
  return <Inputs key={filter} filter={filter} />
}

function Inputs({ filter }: { filter: string | undefined }) {
  const [typed, setTyped] = useState(filter ?? '')
  const narrow = useNarrowing()
  return (
    <Form
      aria-label={t(say.filters)}
      onSubmit={(event) => {
        event.preventDefault()
        narrow(typed)
      }}
      className="flex flex-wrap items-end gap-2"
    >
      <SearchField
        label={t(say.nameOrCode)}
        value={typed}
        onChange={setTyped}
        className="w-72 max-sm:w-auto max-sm:min-w-36 max-sm:flex-1"
      />
      <Button type="submit" isDisabled={typed.trim() === ''}>
        {t(say.filter)}
      </Button>
      <Button
        isDisabled={typed === '' && filter === undefined}
        onPress={() => {
          setTyped('')
          narrow('')
        }}
      >
        {t(say.reset)}
      </Button>
    </Form>
  )
}

/** Filters the counties by a text, or shows all of them. */
export function useNarrowing(): (typed: string) => void {
  const navigate = useNavigate()
  return (typed) => {
    const filter = typed.trim()
    void navigate({ to: '/polling-stations', search: filter ? { filter } : {} })
  }
}
