import type { Id } from '#kit/contract/value/id.ts'
import { t } from '#kit/web/language.ts'
import { FoundChoice } from '#kit/web/ui/field/found-choice.tsx'
import { say } from '../copy.ts'
import { useAreaPath } from './use-area-path.ts'
import { usePlaceSearch } from './use-place-search.ts'

type Props = {
  readonly areaId: Id<'areas'> | undefined
  readonly onChange: (areaId: Id<'areas'> | undefined) => void
}

/** Narrows a list to an area below a county, found by typing. */
export function AreaFilter({ areaId, onChange }: Props) {
  const { typed, setTyped, isEmpty, data, isFetching } = usePlaceSearch()
  const name = useAreaName(areaId)
  return (
    <FoundChoice
      label={t(say.area)}
      change={t(say.otherArea)}
      typed={typed}
      onType={setTyped}
      found={
        isEmpty
          ? undefined
          : data?.municipalities.map((one) => ({
              id: String(one.id),
              text: one.name,
              about: one.county,
            }))
      }
      isAsking={isFetching}
      chosen={areaId !== undefined && name ? { id: String(areaId), text: name } : undefined}
      onChoose={(one) => onChange(one && (Number(one.id) as Id<'areas'>))}
    />
  )
}

/** The name of the area by which a list is narrowed; undefined without one, `…` while it loads. */
export function useAreaName(areaId: Id<'areas'> | undefined): string | undefined {
  const path = useAreaPath(areaId === undefined ? undefined : String(areaId))
  return areaId === undefined ? undefined : (path.at(-1)?.name ?? '…')
}
