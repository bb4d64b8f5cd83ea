import { useSearch } from '@tanstack/react-router'
import * as z from 'zod'
import { t } from '#kit/web/language.ts'
import { useNarrow } from '#kit/web/search.ts'
import { Choice } from '#kit/web/ui/field/choice.tsx'
import type { Choosable } from '#kit/web/ui/field/list-box.tsx'
import { FilterBar } from '#kit/web/ui/filter/filter-bar.tsx'
import { TextFilter } from '#kit/web/ui/filter/text-filter.tsx'
import { say } from '../../copy.ts'
import type { StationSearch } from '../search.ts'

export const page = '/signed-in/polling-stations/$id'

/** Filters the stations of a county; if it is divided, also by municipality. */
export function StationFilter({ municipalities }: { municipalities: readonly Choosable[] }) {
  const search = useSearch({ from: page })
  const narrow = useNarrow<StationSearch>()
  const chosen = municipalities.find(({ id }) => id === search.municipality)
  return (
    <FilterBar
      onChange={narrow}
      chips={[
        {
          label: t(say.municipality),
          value: search.municipality && (chosen?.text ?? search.municipality),
          without: { municipality: undefined },
        },
        {
          label: t(say.filterByNumber),
          value: search.station,
          without: { station: undefined },
        },
      ]}
    >
      {municipalities.length > 0 && (
        <Choice
          label={t(say.municipality)}
          items={municipalities}
          value={search.municipality ?? null}
          onChange={(municipality) => narrow({ municipality: municipality ?? undefined })}
          placeholder={t(say.anyMunicipality)}
          className="sm:w-56"
        />
      )}
      <TextFilter
        label={t(say.filterByNumber)}
        value={search.station}
        schema={z.string().regex(/^\d{1,9}$/)}
        onFilter={(station, isTyping) => narrow({ station }, isTyping)}
        inputMode="numeric"
        className="sm:w-44"
      />
    </FilterBar>
  )
}
