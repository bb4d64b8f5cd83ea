import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { useElectionDay } from '#features/elections/web/use-election.ts'
import { type StationInfo, visits } from '#features/visits/contract.ts'
import { say as ofVisits } from '#features/visits/copy.ts'
import { ByTelephone } from '#features/visits/web/by-telephone.tsx'
import { useAttempt } from '#kit/web/edit/attempt.ts'
import { t } from '#kit/web/language.ts'
import { isMoment } from '#kit/web/moments.ts'
import { useWrite } from '#kit/web/read/api.ts'
import { serverNow } from '#kit/web/read/clock.ts'
import { useNow } from '#kit/web/time.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { Field } from '#kit/web/ui/field/field.tsx'
import { MomentField } from '#kit/web/ui/field/moment-field.tsx'
import { Select } from '#kit/web/ui/field/select.tsx'
import { telephone } from '../contract.ts'
import { say } from './copy.ts'
import {
  changesIn,
  counts,
  flags,
  isFilled,
  type TypedInfo,
  times,
  typedInfo,
  unsentIn,
  wrongIn,
} from './info-draft.ts'
import type { Subject } from './search.ts'

export type ElectionDay = NonNullable<ReturnType<typeof useElectionDay>>

/** Station info as the clerk types it over what is stored. */
export function useInfoDraft(info: StationInfo | null, { timezone }: ElectionDay) {
  const [openedAt] = useState(() => new Date(serverNow()))
  const now = useNow()
  const stored = typedInfo(info, openedAt, timezone)
  // Only what the clerk changes differs from what is stored, which may change meanwhile.
  const [change, setChange] = useState<Partial<TypedInfo>>({})
  const newest = useRef(change)
  const put = (next: Partial<TypedInfo>) => {
    newest.current = next
    setChange(next)
  }
  const typed = { ...stored, ...change }
  const changes = changesIn(typed, stored)
  const wrong = wrongIn(typed, stored, now, timezone)
  const isDirty = wrong.length > 0 || Object.keys(changes).length > 0
  const type = (name: keyof TypedInfo, value: string) => put({ ...newest.current, [name]: value })
  /** Keeps what was typed after a change was sent; whether there is none. */
  const settle = (sent: Partial<TypedInfo>): boolean => {
    put(unsentIn(newest.current, sent))
    return Object.keys(newest.current).length === 0
  }
  return { typed, changes, wrong, isDirty, change, type, settle }
}

type Props = Subject & {
  readonly info: StationInfo | null
  readonly draft: ReturnType<typeof useInfoDraft>
  readonly election: ElectionDay
  readonly hasFocus: boolean
  /** After it is saved. */
  readonly onEnd: () => void
}

/** Station info as the observer tells it: arrival and departure, and what phones ask for. */
export function ClerkInfo({ info, draft, election, hasFocus, onEnd, ...subject }: Props) {
  const { observerId, pollingStationId } = subject
  const { typed, changes, wrong, isDirty, change, type, settle } = draft
  const [isAsked, setAsked] = useState(false)
  const { mutateAsync } = useWrite(telephone.inform, { touches: [visits.info] })
  const { isPending, attempt } = useAttempt()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    // The time of arrival: its day is there to begin with.
    if (hasFocus) form.current?.querySelector<HTMLElement>('input[placeholder]')?.focus()
  }, [hasFocus])
  const save = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (wrong.length > 0) return
    if (!isDirty) return onEnd()
    attempt(async () => {
      await mutateAsync({ params: { observerId }, body: { pollingStationId, ...changes } })
      toast.success({ text: t(say.infoSaved) })
      // Keys that are still typed here would choose answers in the next part.
      if (settle(change)) onEnd()
    })
  }
  return (
    <form ref={form} noValidate onSubmit={save} className="grid gap-4 px-4 py-4 sm:px-6">
      <Fields typed={typed} onChange={type} wrong={isAsked ? wrong : []} election={election} />
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" look="primary" isPending={isPending}>
          {t(say.save)}
        </Button>
        {info?.clerk && (
          <span className="text-small text-muted">
            <ByTelephone clerk={info.clerk} at={info.lastModified} />
          </span>
        )}
      </div>
    </form>
  )
}

type FieldsProps = Pick<Props, 'election'> & {
  readonly typed: TypedInfo
  readonly onChange: (name: keyof TypedInfo, value: string) => void
  /** What is typed wrong. */
  readonly wrong: readonly (keyof TypedInfo)[]
}

function Fields({ typed, onChange, wrong, election }: FieldsProps) {
  return (
    <>
      <div className="grid gap-4 md:grid-cols-2">
        {times.map((name) => (
          <MomentField
            key={name}
            dayLabel={t(timeLabels[name].day)}
            timeLabel={t(timeLabels[name].time)}
            value={typed[name]}
            onChange={(value) => onChange(name, value)}
            error={wrong.includes(name) ? timeError(typed[name]) : undefined}
            election={isFilled(typed[name]) ? election : undefined}
          />
        ))}
      </div>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {flags.map((name) => (
          <Select
            key={name}
            label={t(labels[name])}
            items={[
              { id: '', text: t(say.notSaid) },
              { id: 'yes', text: t(say.yes) },
              { id: 'no', text: t(say.no) },
            ]}
            value={typed[name]}
            onChange={(value) => onChange(name, value)}
          />
        ))}
        {counts.map((name) => (
          <Field
            key={name}
            label={t(labels[name])}
            value={typed[name]}
            onChange={(value) => onChange(name, value)}
            inputMode="numeric"
            maxLength={9}
            error={wrong.includes(name) ? t(say.numberExpected) : undefined}
          />
        ))}
      </div>
    </>
  )
}

/** A moment that is typed in full is wrong because it has not come yet. */
const timeError = (typed: string) => t(isMoment(typed) ? say.inFuture : say.timeExpected)

const labels = {
  urbanArea: ofVisits.urbanArea,
  isPollingStationPresidentFemale: ofVisits.femalePresident,
  chairmanPresence: ofVisits.chairmanPresence,
  singlePollingStationOrCommission: ofVisits.singlePollingStationOrCommission,
  adequatePollingStationSize: ofVisits.adequatePollingStationSize,
  numberOfVotersOnTheList: ofVisits.numberOfVotersOnTheList,
  numberOfCommissionMembers: ofVisits.numberOfCommissionMembers,
  numberOfFemaleMembers: ofVisits.numberOfFemaleMembers,
  minPresentMembers: ofVisits.minPresentMembers,
}

const timeLabels = {
  observerArrivalTime: { day: say.arrivalDay, time: say.arrivalTime },
  observerLeaveTime: { day: say.leavingDay, time: say.leavingTime },
}
