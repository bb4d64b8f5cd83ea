import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import { DiscussionCard } from '#features/comments/web/discussion.tsx'
import { stationWords } from '#features/places/columns.ts'
import { places } from '#features/places/contract.ts'
import { furtherFields } from '#features/places/fields.ts'
import type { OneStation } from '#features/places/station-contract.ts'
import { StationDoubt } from '#features/places/web/station/station-doubt.tsx'
import { StationPlace } from '#features/places/web/station/station-place.tsx'
import { May } from '#features/session/web/may.tsx'
import type { Id } from '#kit/contract/value/id.ts'
import { useHasUnsavedWork } from '#kit/web/edit/unsaved-work.ts'
import { readable, t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { Moment } from '#kit/web/time.tsx'
import { Badge } from '#kit/web/ui/badge.tsx'
import { buttonClass } from '#kit/web/ui/button.tsx'
import { Loaded } from '#kit/web/ui/feedback/states.tsx'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { Icon } from '#kit/web/ui/icon.tsx'
import { Page } from '#kit/web/ui/page.tsx'
import { stations } from '../contract.ts'
import { say } from '../copy.ts'
import { Comparison } from './comparison.tsx'
import { isMergedHere, MergedStations } from './merged-stations.tsx'
import { StationActs } from './station-acts.tsx'
import { StationBefore } from './station-before.tsx'
import { StationMessages } from './station-messages.tsx'
import { StationNotes } from './station-notes.tsx'
import { StationPlan } from './station-plan.tsx'
import { StationUnplaced } from './station-unplaced.tsx'

export function StationPage() {
  const { id } = useParams({ from: '/signed-in/stations/$id' })
  const station = useQuery(read(places.station, { params: { id } }))
  const isHeld = useHasUnsavedWork()
  const known = station.data
  const wasOpen = useWasOpen(known)
  useMergedMeanwhile(known, { wasOpen, isHeld })
  const isMissing =
    station.error?.code === 'thing.not-found' || station.error?.code === 'request.invalid'
  if (isMissing && !station.data)
    return (
      <Page
        title={t(say.noStation)}
        back={<Link to="/polling-stations">{t(say.allStations)}</Link>}
      >
        <p>{t(say.noStationWhy)}</p>
      </Page>
    )
  // The URL of a merged station redirects to the remaining one, unless that would lose unsaved work.
  if (known?.mergedInto && !isHeld)
    return <Navigate to="/stations/$id" params={{ id: String(known.mergedInto.id) }} replace />
  return (
    <Page
      isWide
      title={known ? nameOf(known) : t(say.station)}
      count={known && <State station={known} />}
      back={known && <ToCounty station={known} />}
      actions={known && !isMissing && <Actions station={known} />}
    >
      <Loaded query={station}>
        {(one) => (
          <>
            {isMissing && <Gone />}
            <Facts station={one} />
            <MergedStations station={one} />
            <StationPlan id={one.id} />
            <Reports key={one.id} id={one.id} name={nameOf(one)} />
            <DiscussionCard on={{ pollingStationId: one.id }} />
            <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
              <StationMessages id={one.id} />
              <StationBefore id={one.id} />
            </div>
          </>
        )}
      </Loaded>
    </Page>
  )
}

/** Whether this page has shown it unmerged. */
function useWasOpen(station: OneStation | undefined): boolean {
  const [shown, setShown] = useState<Id<'pollingStations'>>()
  if (station && !station.mergedInto && station.id !== shown) setShown(station.id)
  return station !== undefined && station.id === shown
}

/** Explains the redirect when someone else merges the open station. */
function useMergedMeanwhile(
  station: OneStation | undefined,
  { wasOpen, isHeld }: { readonly wasOpen: boolean; readonly isHeld: boolean },
) {
  const announced = useRef<Id<'pollingStations'>>(undefined)
  useEffect(() => {
    if (!station?.mergedInto || !wasOpen || isMergedHere(station.id)) return
    if (announced.current === station.id) return
    announced.current = station.id
    const title = t(say.mergedByOther, { station: nameOf(station), into: station.mergedInto.name })
    toast.warning({ title, text: t(isHeld ? say.mergedByOtherHeld : say.mergedByOtherNow) })
  }, [station, wasOpen, isHeld])
}

const nameOf = ({ county, municipality, number }: OneStation) =>
  [county, municipality, number].filter((part) => part !== '').join(' ')

function State({ station: { closedAt, name } }: { station: OneStation }) {
  return (
    <span className="flex flex-wrap items-center gap-2">
      {name}
      {closedAt && (
        <Badge tone="attention" icon="lock">
          {t(say.closed)} <Moment at={closedAt} />
        </Badge>
      )}
    </span>
  )
}

const ToCounty = ({ station: { countyId, county } }: { station: OneStation }) => (
  <Link to="/polling-stations/$id" params={{ id: String(countyId) }}>
    {t(say.back, { county })}
  </Link>
)

function Actions({ station }: { station: OneStation }) {
  return (
    <>
      <May to="history">
        <Link
          to="/history"
          search={{ pollingStationId: station.id }}
          className={buttonClass('plain')}
        >
          <Icon name="clock" />
          {t(say.history)}
        </Link>
      </May>
      <May to="set-up">
        <StationActs station={station} />
      </May>
    </>
  )
}

/** Shown when the station was deleted, or moved out of the caller's sight. */
const Gone = () => (
  <p
    role="alert"
    className="max-w-xl rounded-md border border-attention bg-attention-soft px-4 py-3"
  >
    {t(say.gone)}
  </p>
)

function Facts({ station }: { station: OneStation }) {
  const { coordinates, ...place } = station
  const { latitude = null, longitude = null } = coordinates ?? {}
  const known = coordinates && `${latitude?.toFixed(5)}, ${longitude?.toFixed(5)}`
  return (
    <div className="grid gap-1">
      <StationPlace of={{ ...place, latitude, longitude }} />
      <dl className="flex flex-wrap gap-x-6 gap-y-1">
        {furtherFields
          .filter((name) => name !== 'label' || station.label)
          .map((name) => (
            <Fact key={name} title={t(stationWords[name].title)}>
              {readable(station[name]) || t(say.unknown)}
            </Fact>
          ))}
        <Fact title={t(say.coordinates)}>
          {known ?? t(say.unknown)}
          {known && (
            <Link
              to="/map"
              search={{ station: String(station.id) }}
              className="ms-3 rounded-md font-normal text-ours underline max-sm:py-1 print:hidden"
            >
              {t(say.onElectionMap)}
            </Link>
          )}
        </Fact>
      </dl>
      {known && <StationDoubt station={station} />}
    </div>
  )
}

const Fact = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="flex gap-2">
    <dt className="text-muted">{title}</dt>
    <dd className="font-strong tabular-nums">{children}</dd>
  </div>
)

function Reports({ id: pollingStationId, name }: { id: Id<'pollingStations'>; name: string }) {
  const query = useQuery(read(stations.visits, { params: { pollingStationId } }))
  return (
    <>
      <Loaded query={query}>
        {({ visits, questions }) => (
          <>
            <Comparison stationId={pollingStationId} visits={visits} questions={questions} />
            <StationNotes visits={visits} station={name} />
          </>
        )}
      </Loaded>
      <StationUnplaced stationId={pollingStationId} />
    </>
  )
}
