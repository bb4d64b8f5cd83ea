import type { ReactNode } from 'react'
import * as z from 'zod'
import { useEditing } from '#kit/web/edit/editing.ts'
import { EditingWindow } from '#kit/web/edit/editing-window.tsx'
import { useForm } from '#kit/web/edit/form.ts'
import { t } from '#kit/web/language.ts'
import { useWrite } from '#kit/web/read/api.ts'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { places } from '../../contract.ts'
import { say } from '../../copy.ts'
import { type OneStation, StationValues } from '../../station-contract.ts'
import { touched } from '../use-counties.ts'
import {
  coordinatesIn,
  StationFields,
  type StationFieldValues,
  stationHints,
  stationNames,
  typedCoordinates,
  typedFacts,
  valuesIn,
} from './station-fields.tsx'

const Fields = z.object({ number: StationValues.shape.number })

const typedOf = (station: OneStation): StationFieldValues => ({
  ...typedFacts(station),
  areaId: station.areaId,
  number: String(station.number),
  coordinates: typedCoordinates(station.coordinates),
})

type Props = {
  readonly station: OneStation
  readonly onClose: () => void
  /** The records that name it. */
  readonly children: ReactNode
}

export function EditStation({ station, onClose, children }: Props) {
  const params = { id: station.id }
  const stored = typedOf(station)
  const editing = useEditing(stored, station)
  const edit = useWrite(places.editStation, { touches: touched })
  const form = useForm(
    Fields,
    () =>
      editing.save(async ({ revision, ...change }) => {
        const was = Object.fromEntries(
          Object.keys(change).map((name) => [name, stored[name as keyof StationFieldValues]]),
        )
        const done = await edit.mutateAsync({ params, body: { ...valuesIn(change), revision } })
        toast.success({
          title: t(say.stationSaved),
          undo: async () => {
            const body = { ...valuesIn(was), revision: done.revision }
            await edit.mutateAsync({ params, body })
            return t(say.stationBack)
          },
        })
        onClose()
        return true
      }),
    stationHints,
  )
  return (
    <EditingWindow
      title={t(say.editStation)}
      form={form}
      submit={t(say.save)}
      editing={editing}
      names={stationNames}
      isIncomplete={coordinatesIn(editing.values.coordinates) === undefined}
      width="medium"
      onClose={onClose}
    >
      {children}
      <StationFields
        typed={editing.values}
        onType={editing.onType}
        countyCode={station.countyCode}
      />
    </EditingWindow>
  )
}
