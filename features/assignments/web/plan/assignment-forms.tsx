import { useState } from 'react'
import * as z from 'zod'
import { type ChosenStation, StationSearch } from '#features/places/web/station/station-search.tsx'
import { useEditing } from '#kit/web/edit/editing.ts'
import { EditingWindow } from '#kit/web/edit/editing-window.tsx'
import { useForm } from '#kit/web/edit/form.ts'
import { FormWindow } from '#kit/web/edit/form-window.tsx'
import { t } from '#kit/web/language.ts'
import { padMoment, typedMoment } from '#kit/web/moments.ts'
import { useNow } from '#kit/web/time.tsx'
import { Checkbox } from '#kit/web/ui/field/checkbox.tsx'
import { RadioChoice } from '#kit/web/ui/field/radio-choice.tsx'
import type { Assignment } from '../../contract.ts'
import { say } from '../../copy.ts'
import { type FoundObserver, ObserverSearch } from '../observer-search.tsx'
import { isShift, ShiftFields, shiftOn, type TypedShift } from '../shift-fields.tsx'
import { isOn, usePlanActs } from '../use-plan-acts.ts'
import { useChanging } from './use-changing.ts'

const noFields = z.object({})

/** Assigns an observer to a station for a shift. */
export function AddAssignment({
  day,
  observer: firstObserver,
  station: first,
  onClose,
}: {
  /** The day of the election. */
  day: string
  observer?: FoundObserver | undefined
  station?: ChosenStation | undefined
  onClose: () => void
}) {
  const [observer, setObserver] = useState(firstObserver)
  const [station, setStation] = useState(first)
  const [firstShift] = useState<TypedShift>(shiftOn(day))
  const [shift, setShift] = useState(firstShift)
  const [isMobile, setMobile] = useState(false)
  const { add } = usePlanActs()
  const form = useForm(noFields, async () => {
    if (!observer || !station) return
    const { from, until } = shift
    const times = { from: padMoment(from), until: padMoment(until) }
    await add([{ observerId: observer.id, pollingStationId: station.id, ...times, isMobile }])
    onClose()
  })
  return (
    <FormWindow
      title={t(say.add)}
      form={form}
      submit={t(say.add)}
      isIncomplete={!observer || !station || !isShift(shift)}
      isDirty={observer !== firstObserver || station !== first || shift !== firstShift || isMobile}
      width="medium"
      onClose={onClose}
    >
      <ObserverSearch value={observer} onChange={setObserver} />
      <StationSearch value={station} onChange={setStation} />
      <ShiftFields value={shift} onChange={(change) => setShift({ ...shift, ...change })} />
      <Mobile isSelected={isMobile} onChange={setMobile} />
    </FormWindow>
  )
}

const names = {
  station: say.station,
  from: say.from,
  until: say.until,
  isMobile: say.isMobile,
}

/** @param assignment its current state. */
export function EditAssignment({
  assignment,
  timezone,
  onClose,
}: {
  assignment: Assignment
  timezone: string
  onClose: () => void
}) {
  const { from, until, isMobile } = assignment
  const editing = useEditing(
    {
      station: stationOf(assignment) as ChosenStation | undefined,
      from: typedMoment(from, timezone),
      until: typedMoment(until, timezone),
      isMobile,
    },
    assignment,
  )
  const { values, onType, save } = editing
  const [chosen, choose] = useState<Since>()
  const now = useNow()
  const since = chosen ?? sinceWhen(assignment, now)
  const changeAssignment = useChanging()
  const form = useForm(noFields, () =>
    save(async ({ station, revision, ...change }) => {
      const body = {
        ...{ revision, since },
        ...(station && { pollingStationId: station.id }),
        ...(change.from !== undefined && { from: padMoment(change.from) }),
        ...(change.until !== undefined && { until: padMoment(change.until) }),
        ...(change.isMobile !== undefined && { isMobile: change.isMobile }),
      }
      await changeAssignment(assignment, body)
      onClose()
      return true
    }),
  )
  return (
    <EditingWindow
      title={t(say.editTitle, { name: assignment.observerName })}
      form={form}
      submit={t(say.save)}
      editing={editing}
      names={names}
      show={shown}
      isIncomplete={!values.station || !isShift(values)}
      width="medium"
      onClose={onClose}
    >
      <StationSearch value={values.station} onChange={(station) => onType({ station })} />
      <ShiftFields value={values} onChange={onType} />
      <Mobile isSelected={values.isMobile} onChange={(next) => onType({ isMobile: next })} />
      {from.getTime() < now && <SinceChoice value={since} onChange={choose} />}
    </EditingWindow>
  )
}

type Since = 'now' | 'always'

/** A current shift changes from now on; a future or ended one is corrected. */
const sinceWhen = (shift: Assignment, now: number): Since => (isOn(shift, now) ? 'now' : 'always')

const sinces = [
  { id: 'now', title: say.changeFromNow, about: say.changeFromNowAbout },
  { id: 'always', title: say.wasAlwaysSo, about: say.wasAlwaysSoAbout },
] as const

const SinceChoice = ({ value, onChange }: { value: Since; onChange: (since: Since) => void }) => (
  <RadioChoice
    legend={t(say.takesOver)}
    name="since"
    items={sinces.map(({ id, title, about }) => ({ id, title: t(title), about: t(about) }))}
    value={value}
    onChange={onChange}
  />
)

/** Formats a value for the edit conflict, next to the one another user saved. */
function shown(value: ChosenStation | string | boolean | undefined): string {
  if (typeof value === 'boolean') return t(value ? say.yes : say.no)
  return typeof value === 'object' ? value.name : (value ?? '')
}

const stationOf = (assignment: Assignment): ChosenStation => {
  const { county, municipality, pollingStationNumber: number } = assignment
  const name = [county, municipality, number].filter((part) => part !== '').join(' ')
  return { id: assignment.pollingStationId, name }
}

const Mobile = ({
  isSelected,
  onChange,
}: {
  isSelected: boolean
  onChange: (isSelected: boolean) => void
}) => (
  <Checkbox isSelected={isSelected} onChange={onChange} description={t(say.isMobileAbout)}>
    {t(say.isMobile)}
  </Checkbox>
)
