import {
  Button as AriaButton,
  SearchField as AriaSearchField,
  Input,
  type SearchFieldProps,
} from 'react-aria-components'
import { t } from '#kit/web/language.ts'
import { say } from '../copy.ts'
import { Icon } from '../icon.tsx'
import { type Around, fieldClass, inputClass, LabelledInput } from './field.tsx'

type Props = Omit<SearchFieldProps, 'children' | 'className'> &
  Around & { readonly placeholder?: string }

/** Filters a list as one types; Escape empties it. */
export function SearchField({ label, description, placeholder, className = '', ...rest }: Props) {
  return (
    <AriaSearchField {...rest} className={`group ${fieldClass} ${className}`}>
      <LabelledInput label={label} description={description}>
        <div className="relative">
          <Icon
            name="search"
            className="pointer-events-none absolute inset-y-0 start-3 my-auto text-muted"
          />
          <Input
            className={`${inputClass} px-9 [&::-webkit-search-cancel-button]:hidden`}
            {...(placeholder && { placeholder })}
          />
          <AriaButton
            aria-label={t(say.clear)}
            className="absolute inset-y-0 end-0 grid w-9 place-content-center max-sm:w-11 rounded-md text-muted hover:text-ink group-empty:invisible"
          >
            <Icon name="cross" />
          </AriaButton>
        </div>
      </LabelledInput>
    </AriaSearchField>
  )
}
