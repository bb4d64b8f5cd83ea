import { useNavigate } from '@tanstack/react-router'
import { Form } from 'react-aria-components'
import { CountyChoice } from '#features/places/web/county-choice.tsx'
import { useForm } from '#kit/web/edit/form.ts'
import { t } from '#kit/web/language.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Checkbox } from '#kit/web/ui/field/checkbox.tsx'
import { Field } from '#kit/web/ui/field/field.tsx'
import { say } from '../copy.ts'
import { AnswerFilters, filtersOf, useReview } from './search.ts'

const ticks = [
  ['withPhotographs', say.withPhotographs],
  ['withNotes', say.withNotes],
] as const

/** The filters of the list. Their values are in the URL, and another URL resets them. */
export function FilterForm({ isUnfolded }: { isUnfolded: boolean }) {
  const { search } = useReview()
  return (
    <div id="filters" className={`px-4 pb-3 sm:px-6 ${isUnfolded ? '' : 'max-lg:hidden'}`}>
      <Inputs key={JSON.stringify(filtersOf(search))} />
    </div>
  )
}

function Inputs() {
  const { search, isUrgent } = useReview()
  const navigate = useNavigate()
  const list = isUrgent ? { urgente: true as const } : {}
  const narrow = (filters: AnswerFilters) => navigate({ to: '.', search: { ...list, ...filters } })
  const { withNotes, withPhotographs } = search
  const ticked = { ...(withNotes && { withNotes }), ...(withPhotographs && { withPhotographs }) }
  const send = (typed: AnswerFilters) => narrow({ ...typed, ...ticked })
  const form = useForm(AnswerFilters, send, {
    pollingStationNumber: say.stationNumberExpected,
    from: say.momentExpected,
    to: say.momentExpected,
  })
  const text = (name: keyof AnswerFilters) => ({ name, defaultValue: String(search[name] ?? '') })

  return (
    <Form
      role="search"
      aria-label={t(say.filters)}
      validationBehavior="aria"
      validationErrors={form.errors}
      onSubmit={form.submit}
      className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-[3fr_2fr_3fr_3fr_3fr_auto]"
    >
      <CountyChoice name="county" code={search.county} />
      <Field label={t(say.stationNumber)} {...text('pollingStationNumber')} inputMode="numeric" />
      <Field label={t(say.phone)} {...text('observerPhoneNumber')} inputMode="tel" />
      <Field label={t(say.from)} {...text('from')} placeholder={t(say.momentShape)} />
      <Field label={t(say.to)} {...text('to')} placeholder={t(say.momentShape)} />
      <div className="flex gap-2 lg:mt-[22px]">
        <Button type="submit" look="primary">
          {t(say.filter)}
        </Button>
        <Button onPress={() => void narrow({})}>{t(say.reset)}</Button>
      </div>
      <div className="col-span-full flex flex-wrap gap-x-6">
        {ticks.map(([name, label]) => (
          <Checkbox
            key={name}
            isSelected={search[name] === true}
            onChange={(isWanted) =>
              void narrow({ ...filtersOf(search), [name]: isWanted || undefined })
            }
          >
            {t(label)}
          </Checkbox>
        ))}
      </div>
    </Form>
  )
}
