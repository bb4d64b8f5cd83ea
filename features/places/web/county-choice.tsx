import { useQuery } from '@tanstack/react-query'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { ChoiceOnDemand } from '#kit/web/ui/field/choice-on-demand.tsx'
import { places } from '../contract.ts'
import { say } from '../copy.ts'

type Props = {
  readonly code: string | undefined
  readonly onChange: (code: string | undefined) => void
}

/** A county by code or name. */
export function CountyChoice({ code, onChange }: Props) {
  const { data = [], isPending } = useQuery({ ...read(places.counties, {}), staleTime: 300_000 })
  const items = data.map((county) => ({ id: county.code, text: `${county.code} – ${county.name}` }))
  return (
    <ChoiceOnDemand
      // The chosen county can only be shown once its name is loaded.
      key={String(isPending)}
      label={t(say.county)}
      items={items}
      value={code ?? null}
      onChange={(chosen) => onChange(chosen ?? undefined)}
      isDisabled={isPending}
      placeholder={t(say.anyCounty)}
    />
  )
}
