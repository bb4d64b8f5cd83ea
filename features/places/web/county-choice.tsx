import { useQuery } from '@tanstack/react-query'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { ChoiceOnDemand } from '#kit/web/ui/field/choice-on-demand.tsx'
import { places } from '../contract.ts'
import { say } from '../copy.ts'

/** A county by code or name; the form sends its code. */
export function CountyChoice({ name, code }: { name: string; code: string | undefined }) {
  const { data = [], isPending } = useQuery({ ...read(places.counties, {}), staleTime: 300_000 })
  const items = data.map((county) => ({ id: county.code, text: `${county.code} – ${county.name}` }))
  return (
    <ChoiceOnDemand
      // The chosen county can only be shown once its name is loaded.
      key={`${code}:${isPending}`}
      label={t(say.county)}
      name={name}
      items={items}
      defaultKey={code}
      isDisabled={isPending}
      placeholder={t(say.anyCounty)}
    />
  )
}
