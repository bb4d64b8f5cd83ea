import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type RefObject, useRef, useState } from 'react'
import { useElectionDay } from '#features/elections/web/use-election.ts'
import { ObserverLink } from '#features/observers/web/observer-link.tsx'
import type { Problem } from '#kit/contract/problem.ts'
import { useSingleFlight } from '#kit/web/edit/single-flight.ts'
import { t } from '#kit/web/language.ts'
import { padMoment } from '#kit/web/moments.ts'
import { read, useUntilRead } from '#kit/web/read/api.ts'
import { tryWithToast } from '#kit/web/try-with-toast.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { EmptyState, Loaded } from '#kit/web/ui/feedback/states.tsx'
import { useHandedFocus } from '#kit/web/ui/handed-focus.ts'
import { Dialog, DialogButtons } from '#kit/web/ui/overlay/dialog.tsx'
import { assignments, type PlannedArea, type Proposal } from '../../contract.ts'
import { say } from '../../copy.ts'
import { isShift, ShiftFields, shiftOn, type TypedShift } from '../shift-fields.tsx'
import { usePlanActs } from '../use-plan-acts.ts'
import { distanceOf, reasonOf } from '../why-proposed.tsx'
import { partOf, usePlanSearch } from './plan-search.ts'

/** The area to fill in, of any level. */
export type FilledArea = Pick<PlannedArea, 'areaId' | 'name'>

/** Proposals for the uncovered stations of an area, to accept one by one, only known observers, or all. */
export function FillIn({ area, onClose }: { area: FilledArea; onClose: () => void }) {
  const election = useElectionDay()
  return (
    <Dialog title={t(say.fillInOf, { name: area.name })} isOpen onClose={onClose} width="medium">
      {election && <Proposals area={area} day={election.day} />}
    </Dialog>
  )
}

function Proposals({ area: { areaId }, day }: { area: FilledArea; day: string }) {
  const [shift, setShift] = useState<TypedShift>(shiftOn(day))
  const { isPending, once } = useSingleFlight()
  const untilRead = useUntilRead()
  const { ngoId } = partOf(usePlanSearch().search)
  const query = { areaId, ...(ngoId && { ngoId }) }
  const proposals = useQuery(read(assignments.proposals, { query }))
  const { add } = usePlanActs()
  const list = useRef<HTMLUListElement>(null)
  const take = (some: readonly Proposal[]) =>
    once(async () => {
      const times = { from: padMoment(shift.from), until: padMoment(shift.until) }
      const drafts = some.map(({ observerId, pollingStationId }) => ({
        ...{ observerId, pollingStationId, isMobile: false },
        ...times,
      }))
      const taken = await tryWithToast(
        () => add(drafts),
        (refusal) => alreadyTaken(refusal, some),
      )
      // A refused proposal is not made again.
      await (taken ? untilRead(assignments.proposals) : proposals.refetch())
    })
  return (
    <>
      <p className="text-muted">{t(say.fillInAbout)}</p>
      <Loaded query={proposals}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState icon="check" title={t(say.noProposals)}>
              {t(say.noProposalsWhy)}
            </EmptyState>
          ) : (
            <>
              <ShiftFields value={shift} onChange={(change) => setShift({ ...shift, ...change })} />
              <ul ref={list} className="divide-y divide-line rounded-md border border-line">
                {all.map((one) => (
                  <Line
                    key={one.pollingStationId}
                    proposal={one}
                    isDisabled={isPending || !isShift(shift)}
                    onTake={() => take([one])}
                    among={list}
                  />
                ))}
              </ul>
              <TakeMany
                all={all}
                isPending={isPending}
                isDisabled={!isShift(shift)}
                onTake={(some) => void take(some)}
              />
            </>
          )
        }
      </Loaded>
    </>
  )
}

/** Whether the observer is known to have been there or nearby. */
const isKnown = ({ reason }: Proposal) => reason !== 'organisation' && reason !== 'anyone'

/** Takes all proposals, or only the known observers if the list also has others. */
function TakeMany({
  all,
  isPending,
  isDisabled,
  onTake,
}: {
  all: readonly Proposal[]
  isPending: boolean
  isDisabled: boolean
  onTake: (some: readonly Proposal[]) => void
}) {
  const known = all.filter(isKnown)
  const isMixed = known.length > 0 && known.length < all.length
  return (
    <DialogButtons>
      <Button
        look={isMixed ? 'plain' : 'primary'}
        isPending={isPending}
        isDisabled={isDisabled}
        onPress={() => onTake(all)}
      >
        {t(say.takeAll, { count: all.length })}
      </Button>
      {isMixed && (
        <Button
          look="primary"
          isPending={isPending}
          isDisabled={isDisabled}
          onPress={() => onTake(known)}
        >
          {t(say.takeKnown, { count: known.length })}
        </Button>
      )}
    </DialogButtons>
  )
}

/** The observer whose assignment already existed. */
function alreadyTaken({ details }: Problem, some: readonly Proposal[]): string | undefined {
  if (!details || !('pollingStationId' in details)) return
  const { observerId, pollingStationId } = details
  const one = some.find(
    (each) => each.observerId === observerId && each.pollingStationId === pollingStationId,
  )
  return one && t(say.proposalTaken, { name: one.observerName, station: placeOf(one) })
}

const placeOf = ({ municipality, pollingStationNumber: number }: Proposal) =>
  [municipality, t(say.stationOf, { number })].filter(Boolean).join(' · ')

function Line({
  proposal,
  isDisabled,
  onTake,
  among,
}: {
  proposal: Proposal
  isDisabled: boolean
  onTake: () => Promise<void>
  among: RefObject<HTMLElement | null>
}) {
  useHandedFocus(among)
  const [isTaking, setTaking] = useState(false)
  const press = async () => {
    setTaking(true)
    await onTake()
    setTaking(false)
  }
  const { pollingStationId, observerId, observerName: name, ngo } = proposal
  const distance = distanceOf(proposal)
  return (
    <li className="flex min-h-11 items-center justify-between gap-3 px-3 py-1">
      <span className="min-w-0">
        <span className="flex flex-wrap items-baseline gap-x-2">
          <ObserverLink id={observerId} name={name} />
          <span className="text-small text-muted">{ngo}</span>
        </span>
        <span className="block text-small text-muted">
          <Link
            to="/stations/$id"
            params={{ id: String(pollingStationId) }}
            className="rounded-md hover:text-ours hover:underline max-sm:-my-2 max-sm:inline-block max-sm:py-2"
          >
            {placeOf(proposal)}
          </Link>
          {distance && ` · ${distance}`}
        </span>
        <span className="block text-small text-muted">{reasonOf(proposal)}</span>
      </span>
      <Button
        size="small"
        aria-label={t(say.takeOf, { name })}
        // Disabled, it would lose the focus.
        isDisabled={isDisabled && !isTaking}
        isPending={isTaking}
        onPress={() => void press()}
      >
        {t(say.take)}
      </Button>
    </li>
  )
}
