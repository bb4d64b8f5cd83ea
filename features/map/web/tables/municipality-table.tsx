import { useQuery } from '@tanstack/react-query'
import { useVerified } from '#features/statistics/web/use-verified.ts'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { EmptyState, Loaded } from '#kit/web/ui/feedback/states.tsx'
import { type MapArea, map } from '../../contract.ts'
import { say } from '../../copy.ts'
import { lateMs } from '../figures.ts'
import { type MapSearch, wholeMap } from '../search.ts'
import { AreaTable } from './area-table.tsx'

type Props = {
  readonly area: MapArea
  readonly onChange: (change: MapSearch) => void
}

/** What the map says of a county, municipality by municipality. */
export function MunicipalityTable({ area: { id, name }, onChange }: Props) {
  const query = { countyId: id, ...useVerified() }
  const municipalities = useQuery({ ...read(map.areas, { query }), refetchInterval: lateMs })
  const title = t(say.municipalitiesOf, { county: name })
  return (
    <>
      <div className="flex flex-wrap items-end gap-x-4 gap-y-2 px-6 py-2 max-sm:px-4">
        <h2 className="flex-1 basis-48 text-large font-strong max-sm:basis-full">{title}</h2>
        <Button onPress={() => onChange({ list: undefined })}>{t(say.byStation)}</Button>
        <Button onPress={() => onChange(wholeMap)}>{t(say.allCounties)}</Button>
      </div>
      <Loaded query={municipalities}>
        {({ areas: rows }) =>
          rows.length === 0 ? (
            <EmptyState icon="place" title={t(say.notDivided)} />
          ) : (
            <AreaTable
              label={title}
              title={t(say.municipality)}
              areas={rows}
              toOf={(chosen) => ({ municipality: String(chosen), list: undefined })}
            />
          )
        }
      </Loaded>
    </>
  )
}
