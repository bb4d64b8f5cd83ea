import { use, useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { Button as AriaButton, ComboBox, ComboBoxStateContext, Input } from 'react-aria-components'
import { holds } from '#kit/contract/value/folded.ts'
import { t } from '#kit/web/language.ts'
import { CommitChoice, refusalOf, useChoice } from '../commit-choice.tsx'
import { say } from '../copy.ts'
import { Icon } from '../icon.tsx'
import { type Around, fieldClass, inputClass, LabelledInput } from './field.tsx'
import { Choices, type Choosable, shown } from './list-box.tsx'

export type Props = Around & {
  readonly name?: string
  readonly items: readonly Choosable[]
  /** Chosen at first, where the form keeps the choice. */
  readonly defaultKey?: string | undefined
  /** Chosen now, where the caller keeps the choice; null: nothing. What is in no list stands as it was typed. */
  readonly value?: string | null | undefined
  readonly onChange?: ((id: string | null) => void) | undefined
  /** Something was typed that fits nothing. */
  readonly onUnknown?: ((typed: string) => void) | undefined
  readonly placeholder?: string
  readonly isDisabled?: boolean
  readonly isRequired?: boolean
}

/** How it takes over from a field that somebody is in already. */
type Taken = {
  readonly isReached?: boolean
  /** What they have typed there; decided at once where they are somewhere else by now. */
  readonly typed?: string
}

/**
 * One of many, found by typing a part of it, or none. The form sends its id. What was typed and not
 * chosen is taken when it fits one; else it stays, says that it fits nothing, and keeps the form from
 * being sent: what is narrowed by it must not go to everybody.
 */
export function Choice({
  label,
  description,
  className = '',
  name,
  items: given,
  defaultKey,
  value,
  onChange,
  onUnknown,
  placeholder,
  isDisabled = false,
  isRequired = false,
  isReached = false,
  typed,
}: Props & Taken) {
  const items = useMemo(() => shown(given), [given])
  const { chosen, unknown, take, doubt } = useChoice({
    items,
    defaultKey,
    value,
    onChange,
    onUnknown,
  })
  return (
    <ComboBox
      allowsCustomValue
      defaultItems={items}
      defaultFilter={holds}
      allowsEmptyCollection
      isDisabled={isDisabled}
      isRequired={isRequired}
      isInvalid={unknown !== undefined}
      value={chosen}
      defaultInputValue={typed ?? unknown ?? items.find(({ id }) => id === chosen)?.text ?? ''}
      // Nothing at all is what leaving the field means by it, and that is decided below.
      onChange={(key) => key !== null && take(String(key))}
      className={`${fieldClass} ${className}`}
    >
      <LabelledInput
        label={label}
        description={description}
        error={unknown && refusalOf(items, unknown)}
      >
        {name && <input type="hidden" name={name} value={chosen ?? ''} />}
        <CommitChoice
          items={items}
          chosen={chosen}
          onTake={take}
          onUnknown={doubt}
          unknown={unknown}
          isLeft={typed !== undefined && !isReached}
        >
          <Input className={`${inputClass} pe-16`} {...(placeholder && { placeholder })} />
          {!isDisabled && <Clear onClear={() => take(null)} />}
          <AriaButton
            aria-label={t(say.openList)}
            className="absolute inset-y-0 end-0 grid w-9 place-content-center text-muted disabled:opacity-50"
          >
            <Icon name="down" />
          </AriaButton>
        </CommitChoice>
      </LabelledInput>
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
    const input = place.current?.parentElement?.querySelector<HTMLInputElement>(
      'input:not([type=hidden])',
    )
    input?.focus()
    input?.setSelectionRange(input.value.length, input.value.length)
    if (isTyped) state?.open(null, 'input')
  })
  useEffect(() => take(), [])
  return <span ref={place} hidden />
}

/** Takes the choice back, and leaves the focus where one types. */
function Clear({ onClear }: { onClear: () => void }) {
  const state = use(ComboBoxStateContext)
  if (!state || (state.value === null && state.inputValue === '')) return null
  return (
    <button
      type="button"
      aria-label={t(say.clear)}
      onClick={(event) => {
        onClear()
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
