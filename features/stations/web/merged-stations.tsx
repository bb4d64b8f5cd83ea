import { useNavigate } from '@tanstack/react-router'
import { type RefObject, useRef } from 'react'
import { places } from '#features/places/contract.ts'
import type { Merging, OneStation } from '#features/places/station-contract.ts'
import type { ChosenStation } from '#features/places/web/station/station-search.tsx'
import { touched } from '#features/places/web/use-counties.ts'
import { May } from '#features/session/web/may.tsx'
import type { Id } from '#kit/contract/value/id.ts'
import { useSingleFlight } from '#kit/web/edit/single-flight.ts'
import { t } from '#kit/web/language.ts'
import { useUntilRead, useWrite } from '#kit/web/read/api.ts'
import { tryWithToast } from '#kit/web/try-with-toast.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { useHandedFocus } from '#kit/web/ui/handed-focus.ts'
import { Icon } from '#kit/web/ui/icon.tsx'
import { stations } from '../contract.ts'
import { say } from '../copy.ts'
import { useReportsOfMerged } from './reports-of-merged.ts'

const shows = [...touched, stations.visits, stations.use] as const

/** Stations that this tab is merging: it shows its own message, not the one for merges by others. */
const merging = new Set<Id<'pollingStations'>>()
export const isMergedHere = (id: Id<'pollingStations'>): boolean => merging.has(id)

export function useMerging() {
  const navigate = useNavigate()
  const joining = useWrite(places.mergeStation, { touches: shows })
  const parting = useWrite(places.partStation, { touches: shows })
  const open = (id: Id<'pollingStations'>) =>
    // The form is saved, though its dialog is still open.
    navigate({ to: '/stations/$id', params: { id: String(id) }, ignoreBlocker: true })

  const part = (id: Id<'pollingStations'>, into: Id<'pollingStations'>): Promise<unknown> =>
    tryWithToast(async () => {
      await parting.mutateAsync({ params: { id } })
      const undo = () => joining.mutateAsync({ params: { id }, body: { into } })
      toast.success({ title: t(say.partedNow), undo })
    })
  const toastMerged = (id: Id<'pollingStations'>, station: string) => {
    const undo = async () => {
      await parting.mutateAsync({ params: { id } })
      await open(id)
      return t(say.partedNow)
    }
    toast.success({ title: t(say.mergedNow, { station }), undo })
  }
  const merge = async (
    { id }: OneStation,
    { id: into, name }: ChosenStation,
    seen: Pick<Merging, 'revision' | 'intoRevision'>,
  ) => {
    merging.add(id)
    try {
      await joining.mutateAsync({ params: { id }, body: { into, ...seen } })
      toastMerged(id, name)
      await open(into)
    } finally {
      merging.delete(id)
    }
  }
  return { merge, part }
}

/** The stations that are merged into this one. */
export function MergedStations({ station }: { station: OneStation }) {
  const { part } = useMerging()
  const area = useRef<HTMLDivElement>(null)
  useReportsOfMerged(station)
  return (
    <div ref={area} className="empty:hidden">
      {station.merged.length > 0 && (
        <ul className="grid gap-2">
          {station.merged.map(({ id, name }) => (
            <li
              key={id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md border border-line bg-surface px-4 py-2"
            >
              <p className="flex min-w-0 flex-1 basis-56 gap-2">
                <Icon name="info" className="mt-0.5 text-muted" />
                <span>
                  {t(say.replaces, { station: name })}{' '}
                  <span className="text-muted">{t(say.phonesGoOn)}</span>
                </span>
              </p>
              <May to="set-up">
                <PartButton name={name} onPart={() => part(id, station.id)} among={area} />
              </May>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

type PartProps = {
  readonly name: string
  readonly onPart: () => Promise<unknown>
  readonly among: RefObject<HTMLElement | null>
}

function PartButton({ name, onPart, among }: PartProps) {
  useHandedFocus(among)
  const { isPending, once } = useSingleFlight()
  const untilRead = useUntilRead()
  const part = async () => {
    await onPart()
    await untilRead(places.station)
  }
  return (
    <Button
      size="small"
      aria-label={t(say.partFrom, { station: name })}
      isPending={isPending}
      onPress={() => void once(part)}
    >
      {t(say.part)}
    </Button>
  )
}
