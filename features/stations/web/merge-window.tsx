import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod'
import { places } from '#features/places/contract.ts'
import type { OneStation } from '#features/places/station-contract.ts'
import { type ChosenStation, StationSearch } from '#features/places/web/station/station-search.tsx'
import { useForm } from '#kit/web/edit/form.ts'
import { FormWindow } from '#kit/web/edit/form-window.tsx'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { Loaded } from '#kit/web/ui/feedback/states.tsx'
import { type BeforeMerging, type StationUse, stations } from '../contract.ts'
import { say } from '../copy.ts'
import { useMerging } from './merged-stations.tsx'

/** Chooses the station to merge into, and shows what both have. */
export function MergeWindow({ station, onClose }: { station: OneStation; onClose: () => void }) {
  const [began] = useState(station.revision)
  const [other, setOther] = useState<ChosenStation>()
  const into = useQuery(whenChosen(other, (id) => read(places.station, { params: { id } })))
  const { merge } = useMerging()
  const isSame = other?.id === station.id
  const form = useForm(z.object({}), async () => {
    if (!other || !into.data) return
    await merge(station, other, { revision: began, intoRevision: into.data.revision })
    onClose()
  })
  return (
    <FormWindow
      title={t(say.mergeTitle, { station: nameOf(station) })}
      form={form}
      submit={t(say.mergeNow)}
      isIncomplete={!into.data || isSame}
      isDirty={false}
      width="medium"
      onClose={onClose}
    >
      <p className="text-muted">{t(say.mergeAbout)}</p>
      <StationSearch value={other} onChange={setOther} />
      {isSame ? (
        <p role="alert">{t(say.mergeSame)}</p>
      ) : (
        other && <Before station={station} other={other} />
      )}
    </FormWindow>
  )
}

const nameOf = ({ county, municipality, number }: OneStation) =>
  [county, municipality, number].filter((part) => part !== '').join(' ')

/** Queries only once a station is chosen. */
const whenChosen = <Asked extends { queryKey: unknown; queryFn?: unknown }>(
  other: ChosenStation | undefined,
  ask: (id: ChosenStation['id']) => Asked,
): Asked => {
  const request = ask(other?.id ?? (0 as ChosenStation['id']))
  return { ...request, enabled: other !== undefined }
}

function Before({ station, other }: { station: OneStation; other: ChosenStation }) {
  const params = { pollingStationId: station.id, into: other.id }
  const query = useQuery(read(stations.beforeMerging, { params }))
  return (
    <Loaded query={query}>
      {(before) => <SideBySide before={before} names={[nameOf(station), other.name]} />}
    </Loaded>
  )
}

const hanging = [
  ['visits', say.visits],
  ['answers', say.answers],
  ['notes', say.notes],
  ['unplaced', say.unplacedReports],
  ['assignments', say.assignments],
] as const satisfies readonly (readonly [keyof StationUse, unknown])[]

function SideBySide({
  before: { station, into, both },
  names: [merged, stays],
}: {
  before: BeforeMerging
  names: readonly [string, string]
}) {
  return (
    <>
      <table className="w-full border-collapse">
        <thead>
          <tr className="border-b border-line align-bottom">
            <td className="py-1.5" />
            <th scope="col" className={head}>
              {merged}
              <span className="block text-small font-normal text-muted">{t(say.isMerged)}</span>
            </th>
            <th scope="col" className={head}>
              {stays}
              <span className="block text-small font-normal text-muted">{t(say.replacesBoth)}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {hanging.map(([what, title]) => (
            <tr key={what} className="border-b border-line">
              <th scope="row" className="py-1.5 text-start font-normal text-muted">
                {t(title)}
              </th>
              <td className={number}>{station[what]}</td>
              <td className={number}>{into[what]}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {both.length > 0 && (
        <p>{t(say.fromBoth, { names: both.map(({ observerName }) => observerName).join(', ') })}</p>
      )}
    </>
  )
}

const head = 'px-2 py-1.5 text-end font-strong wrap-anywhere'
const number = 'px-2 py-1.5 text-end tabular-nums'
