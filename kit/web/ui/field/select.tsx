import { Button as AriaButton, Select as AriaSelect, SelectValue } from 'react-aria-components'
import { t } from '#kit/web/language.ts'
import { say } from '../copy.ts'
import { Icon } from '../icon.tsx'
import { type Around, fieldClass, inputClass, LabelledInput } from './field.tsx'
import { type Choosable, SearchedChoices, shown } from './list-box.tsx'

type Props<Id extends string> = Around & {
  readonly name?: string
  readonly items: readonly (Choosable & { readonly id: Id })[]
  readonly value: Id | null
  readonly onChange: (id: Id) => void
  readonly placeholder?: string
  readonly isDisabled?: boolean
  readonly isRequired?: boolean
}

/** One of some, all listed when it opens; long lists are searched there. For an optional choice: `Choice`. */
export function Select<Id extends string>({
  label,
  description,
  className = '',
  items,
  value,
  onChange,
  placeholder = t(say.chooseOne),
  ...rest
}: Props<Id>) {
  return (
    <AriaSelect
      {...rest}
      placeholder={placeholder}
      value={value}
      onChange={(key) => {
        const chosen = items.find(({ id }) => id === key)
        if (chosen) onChange(chosen.id)
      }}
      className={`${fieldClass} ${className}`}
    >
      <LabelledInput label={label} description={description}>
        <AriaButton
          className={`${inputClass} flex cursor-default items-center justify-between gap-2 text-start`}
        >
          <SelectValue className="truncate placeholder-shown:text-muted" />
          <Icon name="down" className="text-muted" />
        </AriaButton>
      </LabelledInput>
      <SearchedChoices items={shown(items)} />
    </AriaSelect>
  )
}
