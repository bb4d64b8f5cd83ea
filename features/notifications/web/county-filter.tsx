import { useState } from 'react'
import { Form } from 'react-aria-components'
import type { County } from '#features/places/contract.ts'
import { t } from '#kit/web/language.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Choice } from '#kit/web/ui/field/choice.tsx'
import { NumberField } from '#kit/web/ui/field/number-field.tsx'
import { say } from '../copy.ts'
import { useCounties, useFound, useSendSearch } from './use-recipients.ts'

/** Limits the recipients to observers at some stations of a county. */
export function CountyFilter() {
  const { search, go } = useSendSearch()
  const { counties, isPending } = useCounties()
  const county = counties.find(({ code }) => code === search.county)
  const items = counties.map(({ code, name }) => ({ id: code, text: `${code} – ${name}` }))
  return (
    <div className="flex flex-wrap items-start gap-3">
      <Choice
        // The chosen county can only be shown once its name is loaded.
        key={String(isPending)}
        label={t(say.county)}
        items={items}
        value={search.county ?? null}
        onChange={(code) => go(code === null ? {} : { county: code })}
        // Match no observers rather than all: the intention is unknown.
        onUnknown={(typed) => go({ county: typed })}
        placeholder={t(say.wholeCountry)}
        isDisabled={isPending}
        className="w-full sm:w-56"
      />
      {county && <Range key={county.code} county={county} />}
    </div>
  )
}

/** A range of stations: by default all of the county's. */
function Range({ county: { code, limit } }: { county: County }) {
  const { search, go } = useSendSearch()
  const { isFetching, refetch } = useFound()
  const [from, setFrom] = useState(search.from ?? 1)
  const [to, setTo] = useState(search.to ?? limit)
  const most = Math.max(1, limit)

  const find = () => {
    const ends = [from || 1, to || most]
    const next = { county: code, from: Math.min(...ends), to: Math.max(...ends) }
    // A reversed range is shown as it was searched.
    setFrom(next.from)
    setTo(next.to)
    // Pressed again it searches again: people come and go.
    if (next.from === search.from && next.to === search.to) void refetch()
    else go(next)
  }
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault()
        find()
      }}
      className="flex flex-wrap items-start gap-3"
    >
      <NumberField
        label={t(say.fromStation)}
        value={from}
        onChange={setFrom}
        minValue={1}
        maxValue={most}
        className="w-28"
      />
      <NumberField
        label={t(say.toStation)}
        description={t(say.range, { max: limit })}
        value={to}
        onChange={setTo}
        minValue={1}
        maxValue={most}
        className="w-28"
      />
      <div className="mt-[22px] flex gap-2">
        <Button type="submit" isPending={isFetching}>
          {t(say.search)}
        </Button>
        <Button look="clear" onPress={() => go({})}>
          {t(say.reset)}
        </Button>
      </div>
    </Form>
  )
}
