import { useSearch } from '@tanstack/react-router'
import { filledLine } from '#kit/contract/value/text.ts'
import { t } from '#kit/web/language.ts'
import { useNarrow } from '#kit/web/search.ts'
import { FilterBar } from '#kit/web/ui/filter/filter-bar.tsx'
import { TextFilter } from '#kit/web/ui/filter/text-filter.tsx'
import { say } from '../copy.ts'
import type { CountySearch } from './search.ts'

/** The filter of the list of counties. */
export function CountyFilter() {
  const { filter } = useSearch({ from: '/signed-in/polling-stations' })
  const narrow = useNarrow<CountySearch>()
  return (
    <FilterBar
      onChange={narrow}
      chips={[{ label: t(say.nameOrCode), value: filter, without: { filter: undefined } }]}
    >
      <TextFilter
        label={t(say.nameOrCode)}
        value={filter}
        schema={filledLine(256)}
        onFilter={(typed, isTyping) => narrow({ filter: typed }, isTyping)}
        className="sm:w-72"
      />
    </FilterBar>
  )
}
