import { use, useEffect, useEffectEvent, useRef } from 'react'
import { Button as AriaButton, ComboBox, ComboBoxStateContext, Input } from 'react-aria-components'
import { t } from '../language.ts'
import { say } from './copy.ts'
import { type Around, fieldClass, inputClass, Named } from './field.tsx'
import { Icon } from './icon.tsx'
import { Choices, type Choosable } from './list-box.tsx'

export type Props = Around & {
  readonly name?: string
  readonly items: readonly Choosable[]
  /** Chosen at first, where the form keeps the choice. */
  readonly defaultKey?: string | undefined
  /** Chosen now, where the caller keeps the choice; null: nothing. */
  readonly value?: string | null
  readonly onChange?: (id: string | null) => void
  readonly placeholder?: string
  readonly isDisabled?: boolean
  readonly isRequired?: boolean
}

/** How it takes over from a field that somebody is in already. */
type Taken = {
  readonly isReached?: boolean
  /** What they have typed there. */
  readonly typed?: string
}

/** One of many, found by typing a part of it, or none. The form sends its id. */
export function Choice({
  label,
  description,
  className = '',
  name,
  items,
  defaultKey,
  value,
  onChange,
  placeholder,
  isDisabled = false,
  isRequired = false,
  isReached = false,
  typed,
}: Props & Taken) {
  return (
    <ComboBox
      {...(name && { name })}
      formValue="key"
      defaultItems={items}
      allowsEmptyCollection
      isDisabled={isDisabled}
      isRequired={isRequired}
      {...(defaultKey !== undefined && { defaultValue: defaultKey })}
      {...(value !== undefined && { value })}
      {...(typed !== undefined && { defaultInputValue: typed })}
      onChange={(key) => onChange?.(key === null ? null : String(key))}
      className={`${fieldClass} ${className}`}
    >
      <Named label={label} description={description}>
        <div className="relative">
          <Input className={`${inputClass} pe-16`} {...(placeholder && { placeholder })} />
          {!isDisabled && <Clear />}
          <AriaButton
            aria-label={t(say.openList)}
            className="absolute inset-y-0 end-0 grid w-9 place-content-center text-muted disabled:opacity-50"
          >
            <Icon name="down" />
          </AriaButton>
        </div>
      </Named>
      <Choices />
      {isReached && <TakeOver isTyped={typed !== undefined} />}
    </ComboBox>
  )
}

/** Goes on where the field before it was left: with the focus in it, and its list if it was typed in. */
function TakeOver({ isTyped }: { isTyped: boolean }) {
  const state = use(ComboBoxStateContext)
  const place = useRef<HTMLSpanElement>(null)
  const take = useEffectEvent(() => {
    const input = place.current?.parentElement?.querySelector('input')
    input?.focus()
    input?.setSelectionRange(input.value.length, input.value.length)
    if (isTyped) state?.open(null, 'input')
  })
  useEffect(() => take(), [])
  return <span ref={place} hidden />
}

/** Takes the choice back, and leaves the focus where one types. */
function Clear() {
  const state = use(ComboBoxStateContext)
  if (!state || (state.value === null && state.inputValue === '')) return null
  return (
    <button
      type="button"
      aria-label={t(say.clear)}
      onClick={(event) => {
        state.setValue(null)
        state.setInputValue('')
        // Later, or the list would open over what was just emptied.
        const input = event.currentTarget.parentElement?.querySelector('input')
        requestAnimationFrame(() => input?.focus())
      }}
      className="absolute inset-y-0 end-9 grid w-7 place-content-center rounded-md text-muted hover:text-ink"
    >
      <Icon name="cross" />
    </button>
  )
}
