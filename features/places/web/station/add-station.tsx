import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import * as z from 'zod'
import type { Id } from '#kit/contract/value/id.ts'
import { useForm } from '#kit/web/edit/form.ts'
import { FormWindow } from '#kit/web/edit/form-window.tsx'
import { t } from '#kit/web/language.ts'
import { read, useWrite } from '#kit/web/read/api.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { type County, places } from '../../contract.ts'
import { say } from '../../copy.ts'
import { StationValues } from '../../station-contract.ts'
import { touched } from '../use-counties.ts'
import {
  coordinatesIn,
  StationFields,
  type StationFieldValues,
  stationHints,
  typedFacts,
  valuesIn,
} from './station-fields.tsx'

type Props = { readonly county: Pick<County, 'id' | 'code'> }

export function AddStation({ county }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button className="self-end" onPress={() => setOpen(true)}>
        {t(say.addStation)}
      </Button>
      {isOpen && <AddWindow county={county} onClose={() => setOpen(false)} />}
    </>
  )
}

const empty = { ...typedFacts(), number: '', coordinates: '' }
const Fields = z.object({ number: StationValues.shape.number })

function AddWindow({ county, onClose }: Props & { onClose: () => void }) {
  const navigate = useNavigate()
  const areas = useQuery(read(places.municipalitiesOfCounty, { params: { code: county.code } }))
  const first = (areas.data?.[0]?.id ?? county.id) as Id<'areas'>
  const [typed, setTyped] = useState<Partial<StationFieldValues>>({})
  const values = { ...empty, areaId: first, ...typed }
  const add = useWrite(places.addStation, { touches: touched })
  const remove = useWrite(places.removeStation, { touches: touched })
  const form = useForm(
    Fields,
    async () => {
      const { areaId, number: _, ...others } = valuesIn(values)
      const body = { ...others, areaId: areaId ?? first, number: Number(values.number) }
      const id = await add.mutateAsync({ body })
      toast.success({
        title: t(say.stationAdded),
        undo: () => remove.mutateAsync({ params: { id } }),
      })
      onClose()
      // Its fields are saved, though the window is not gone yet.
      const to = { to: '/stations/$id', params: { id: String(id) } } as const
      await navigate({ ...to, ignoreBlocker: true })
    },
    stationHints,
  )
  return (
    <FormWindow
      title={t(say.addStation)}
      form={form}
      submit={t(say.addStation)}
      // Before the county's municipalities are known, it would be added to the county itself.
      isIncomplete={!areas.data || coordinatesIn(values.coordinates) === undefined}
      width="medium"
      onClose={onClose}
    >
      <StationFields
        typed={values}
        onType={(change) => setTyped({ ...typed, ...change })}
        countyCode={county.code}
        isNew
      />
    </FormWindow>
  )
}
