import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod'
import { useElectionDay } from '#features/elections/web/use-election.ts'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { useForm } from '#kit/web/edit/form.ts'
import { FormWindow } from '#kit/web/edit/form-window.tsx'
import { t } from '#kit/web/language.ts'
import { typedMoment } from '#kit/web/moments.ts'
import { read } from '#kit/web/read/api.ts'
import { useNow } from '#kit/web/time.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { RadioChoice } from '#kit/web/ui/field/radio-choice.tsx'
import { assignments } from '../contract.ts'
import { say } from '../copy.ts'
import { type FoundObserver, ObserverSearch } from './observer-search.tsx'
import { type Replaced, type TakingOver, usePlanActs } from './use-plan-acts.ts'
import { distanceOf, reasonOf } from './why-proposed.tsx'

type Former = Replaced & {
  readonly pollingStationId: Id<'pollingStations'>
  readonly from: Date
  readonly until: Date
}

/** Replaces an observer at one station or several; it can be undone. */
export function ReplaceObserver({
  formers,
  touches,
  onDone,
  onClose,
}: {
  formers: readonly [Former, ...Former[]]
  /** Further reads to invalidate. */
  touches?: readonly Endpoint[]
  onDone?: (() => void) | undefined
  onClose: () => void
}) {
  const [successor, setSuccessor] = useState<FoundObserver>()
  const now = useNow()
  const isOver = formers.every(({ until }) => until.getTime() <= now)
  const [chosen, choose] = useState<TakingOver>()
  const takingOver = chosen ?? (isOver ? 'neverCame' : 'fromNow')
  const { replace } = usePlanActs(touches)
  const [{ name, observerId }] = formers
  const isOne = formers.every((one) => one.observerId === observerId)
  const form = useForm(z.object({}), async () => {
    if (!successor) return
    await replace(formers, successor, takingOver)
    onDone?.()
    onClose()
  })
  return (
    <FormWindow
      title={
        isOne ? t(say.replaceTitle, { name }) : t(say.replaceSeveral, { count: formers.length })
      }
      form={form}
      submit={t(say.replace)}
      isIncomplete={!successor}
      isDirty={successor !== undefined || chosen !== undefined}
      onClose={onClose}
    >
      <p className="text-muted">
        {formers.length === 1
          ? t(say.replaceAbout)
          : t(say.replaceSeveralAbout, { count: formers.length })}
      </p>
      <ObserverSearch
        value={successor}
        onChange={setSuccessor}
        {...(isOne && { exceptId: observerId })}
      />
      {!successor && <Successors of={formers[0]} onChoose={setSuccessor} />}
      {formers.some(({ from }) => from.getTime() < now) && (
        <TakingOverChoice value={takingOver} isOver={isOver} onChange={choose} />
      )}
    </FormWindow>
  )
}

const takingOvers = [
  { id: 'fromNow', title: say.fromNow, about: say.fromNowAbout },
  { id: 'neverCame', title: say.neverCame, about: say.neverCameAbout },
] as const

function TakingOverChoice({
  value,
  isOver,
  onChange,
}: {
  value: TakingOver
  /** Nothing of the shifts is left. */
  isOver: boolean
  onChange: (value: TakingOver) => void
}) {
  return (
    <RadioChoice
      legend={t(say.takesOver)}
      name="takingOver"
      items={takingOvers.map(({ id, title, about }) => ({
        ...{ id, title: t(title), about: t(about), isDisabled: isOver && id === 'fromNow' },
      }))}
      value={value}
      onChange={onChange}
    />
  )
}

/** The free candidates for a station, best first; empty if there are none. */
function Successors({
  of: { pollingStationId, from },
  onChoose,
}: {
  of: Former
  onChoose: (observer: FoundObserver) => void
}) {
  const election = useElectionDay()
  const day = election && typedMoment(from, election.timezone).slice(0, 10)
  const { data = [] } = useQuery(read(assignments.proposals, { query: { pollingStationId, day } }))
  if (data.length === 0) return null
  return (
    <section aria-label={t(say.successors)} className="grid gap-1">
      <h3 className="font-strong">{t(say.successors)}</h3>
      <ul className="max-h-60 divide-y divide-line overflow-auto rounded-md border border-line">
        {data.map((one) => (
          <li
            key={one.observerId}
            className="flex min-h-11 items-center justify-between gap-3 px-3 py-1"
          >
            <span className="min-w-0">
              <span className="font-strong">{one.observerName}</span>
              <span className="block text-small text-muted">
                {[one.ngo, distanceOf(one), reasonOf(one)].filter(Boolean).join(' · ')}
              </span>
            </span>
            <Button
              size="small"
              aria-label={t(say.chooseOf, { name: one.observerName })}
              onPress={() => onChoose({ id: one.observerId, name: one.observerName })}
            >
              {t(say.choose)}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
