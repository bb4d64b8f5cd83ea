import { t } from '#kit/web/language.ts'
import { Checkbox } from '#kit/web/ui/field/checkbox.tsx'
import { FilterBar } from '#kit/web/ui/filter/filter-bar.tsx'
import { TextFilter } from '#kit/web/ui/filter/text-filter.tsx'
import { say } from '../../copy.ts'
import { ObserverFilters } from '../search.ts'
import { useListSearch } from './list-search.ts'

/** The filters of the list. */
export function FilterForm() {
  const { search, go, isTrash } = useListSearch()
  const { name, phone, cannotSignIn, sharing } = search
  return (
    <FilterBar
      onChange={go}
      chips={[
        { label: t(say.name), value: name, without: { name: undefined } },
        { label: t(say.phone), value: phone, without: { phone: undefined } },
        { value: cannotSignIn && t(say.cannotSignIn), without: { cannotSignIn: undefined } },
        { value: sharing && t(say.sharingFilter), without: { sharing: undefined } },
      ]}
    >
      <TextFilter
        label={t(say.name)}
        value={name}
        schema={ObserverFilters.shape.name.unwrap()}
        onFilter={(typed, isTyping) => go({ name: typed }, isTyping)}
        className="sm:w-56"
      />
      <TextFilter
        label={t(say.phone)}
        value={phone}
        schema={ObserverFilters.shape.phone.unwrap()}
        onFilter={(typed, isTyping) => go({ phone: typed }, isTyping)}
        inputMode="tel"
        className="sm:w-40"
      />
      {!isTrash && (
        <Checkbox
          isSelected={cannotSignIn === true}
          onChange={(isWanted) => go({ cannotSignIn: isWanted || undefined })}
          className="sm:mb-1.5"
        >
          {t(say.cannotSignIn)}
        </Checkbox>
      )}
    </FilterBar>
  )
}
