import { useNavigate, useSearch } from '@tanstack/react-router'
import { t } from '#kit/web/language.ts'
import { Choice } from '#kit/web/ui/field/choice.tsx'
import type { Choosable } from '#kit/web/ui/field/list-box.tsx'
import { SearchField } from '#kit/web/ui/field/search-field.tsx'
import { say } from '../../copy.ts'
import type { StationSearch } from '../search.ts'

export const page = '/signed-in/polling-stations/$id'

/** Filters the stations of a county; if it is divided, also by municipality. */
export function StationFilter({ municipalities }: { municipalities: readonly Choosable[] }) {
  const search = useSearch({ from: page })
  const navigate = useNavigate()
  const narrow = (change: StationSearch) => {
    const next = Object.entries({ ...search, ...change }).filter(([, value]) => value)
    void navigate({ to: '.', search: Object.fromEntries(next), replace: true })
  }
  return (
    <div className="flex flex-wrap gap-2">
      {municipalities.length > 0 && (
        <Choice
          label={t(say.municipality)}
          items={municipalities}
          value={search.municipality ?? null}
          onChange={(municipality) => narrow({ municipality: municipality ?? undefined })}
          placeholder={t(say.anyMunicipality)}
          className="w-56"
        />
      )}
      <SearchField
        label={t(say.filterByNumber)}
        value={search.station ?? ''}
        onChange={(typed) => narrow({ station: typed.replace(/\D/g, '').slice(0, 9) || undefined })}
        inputMode="numeric"
        className="w-44"
      />
    </div>
  )
}
