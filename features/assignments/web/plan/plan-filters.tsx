import { useState } from 'react'
import { Form } from 'react-aria-components'
import { t } from '#kit/web/language.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Checkbox } from '#kit/web/ui/field/checkbox.tsx'
import { SearchField } from '#kit/web/ui/field/search-field.tsx'
import { say } from '../../copy.ts'
import { isNarrowed, usePlanSearch } from './plan-search.ts'

/** By name, and by what is wrong. The values are in the URL, and another URL resets them. */
export function PlanFilters() {
  const { search } = usePlanSearch()
  return <Inputs key={search.name} name={search.name ?? ''} />
}

function Inputs({ name }: { name: string }) {
  const { search, go } = usePlanSearch()
  const [typed, setTyped] = useState(name)
  return (
    <Form
      role="search"
      aria-label={t(say.filters)}
      onSubmit={(event) => {
        event.preventDefault()
        go({ name: typed.trim() || undefined })
      }}
      className="flex flex-wrap items-end gap-2"
    >
      <Checkbox
        isSelected={search.conflict !== undefined}
        onChange={(isOn) => go({ conflict: isOn ? 'two-places' : undefined })}
        className="pb-1.5 max-sm:w-full"
      >
        {t(say.onlyConflicts)}
      </Checkbox>
      <SearchField
        label={t(say.name)}
        value={typed}
        onChange={setTyped}
        className="w-64 max-sm:w-full"
      />
      <Button type="submit" look="quiet" isDisabled={typed.trim() === ''}>
        {t(say.filter)}
      </Button>
      <Button
        isDisabled={typed === '' && !isNarrowed(search)}
        onPress={() => {
          setTyped('')
          go({
            name: undefined,
            conflict: undefined,
            observerId: undefined,
            stationId: undefined,
          })
        }}
      >
        {t(say.reset)}
      </Button>
    </Form>
  )
}
