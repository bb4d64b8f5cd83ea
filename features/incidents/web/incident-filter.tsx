import { CountyChoice } from '#features/places/web/county-choice.tsx'
import { t } from '#kit/web/language.ts'
import { useNarrow } from '#kit/web/search.ts'
import { Select } from '#kit/web/ui/field/select.tsx'
import { FilterBar } from '#kit/web/ui/filter/filter-bar.tsx'
import { severityNames, stateNames, say as words } from '../copy.ts'
import { severities, states } from '../domain.ts'
import { say } from './copy.ts'
import { type IncidentSearch, useIncidentSearch } from './search.ts'
import { useCategories } from './use-incidents.ts'

const any = ''
const owners = { me: say.mine, none: say.ofNone } as const

/** A choice of one value, or any. */
function AnyOf<Id extends string>({
  label,
  items,
  value,
  onChange,
}: {
  label: string
  items: readonly { readonly id: Id; readonly text: string }[]
  value: Id | undefined
  onChange: (id: Id | undefined) => void
}) {
  return (
    <Select<string>
      label={label}
      items={[{ id: any, text: t(say.any) }, ...items]}
      value={value ?? any}
      onChange={(chosen) => onChange(items.find(({ id }) => id === chosen)?.id)}
      className="sm:w-44"
    />
  )
}

export function IncidentFilter() {
  const { state, severity, category, county, owner } = useIncidentSearch()
  const narrow = useNarrow<IncidentSearch>()
  const categories = useCategories(category)
  return (
    <FilterBar<Partial<IncidentSearch>>
      folds="lg"
      onChange={narrow}
      chips={[
        {
          label: t(words.state),
          value: state && t(stateNames[state]),
          without: { state: undefined },
        },
        {
          label: t(words.severity),
          value: severity && t(severityNames[severity]),
          without: { severity: undefined },
        },
        {
          label: t(words.category),
          value: category && (categories.find(({ id }) => id === category)?.text ?? category),
          without: { category: undefined },
        },
        { label: t(say.county), value: county, without: { county: undefined } },
        {
          label: t(words.owner),
          value: owner && t(owners[owner]),
          without: { owner: undefined },
        },
      ]}
    >
      <AnyOf
        label={t(words.state)}
        items={states.map((id) => ({ id, text: t(stateNames[id]) }))}
        value={state}
        onChange={(chosen) => narrow({ state: chosen })}
      />
      <AnyOf
        label={t(words.severity)}
        items={severities.map((id) => ({ id, text: t(severityNames[id]) }))}
        value={severity}
        onChange={(chosen) => narrow({ severity: chosen })}
      />
      <AnyOf
        label={t(words.category)}
        items={categories}
        value={category}
        onChange={(chosen) => narrow({ category: chosen })}
      />
      <CountyChoice code={county} onChange={(chosen) => narrow({ county: chosen })} />
      <AnyOf
        label={t(words.owner)}
        items={(['me', 'none'] as const).map((id) => ({ id, text: t(owners[id]) }))}
        value={owner}
        onChange={(chosen) => narrow({ owner: chosen })}
      />
    </FilterBar>
  )
}
