import { use, useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { Button as AriaButton, ComboBox, ComboBoxStateContext, Input } from 'react-aria-components'
import { holds } from '#kit/contract/value/folded.ts'
import { t } from '#kit/web/language.ts'
import { CommitChoice, refusalOf, useChoice } from '../commit-choice.tsx'
import { say } from '../copy.ts'
import { Icon } from '../icon.tsx'
import { isOfDoubleClick } from '../overlay/double-click.ts'
import { type Around, fieldClass, inputClass, LabelledInput } from './field.tsx'
import { Choices, type Choosable, shown } from './list-box.tsx'

export type Props = Around & {
  readonly name?: string
  readonly items: readonly Choosable[]
  /** The initial choice, if uncontrolled. */
  readonly defaultKey?: string | undefined
  /** The current choice, if controlled; null: none. A value that is in no list is shown as it was typed. */
  readonly value?: string | null | undefined
  readonly onChange?: ((id: string | null) => void) | undefined
  /** The typed text matches nothing. */
  readonly onUnknown?: ((typed: string) => void) | undefined
  readonly placeholder?: string
  readonly isDisabled?: boolean
  readonly isRequired?: boolean
}

/** The state of the focused field that it replaces. */
export type Taken = {
  readonly isReached?: boolean
  /** The text typed there; committed at once if the user has already left the field. */
  readonly typed?: string
  /** The selection in that text; by default the caret at its end. */
  readonly selected?: Readonly<Pick<HTMLInputElement, 'selectionStart' | 'selectionEnd'>>
}

/**
 * A combo box: one of many, found by typing a part of it, or none. The form sends its id. Typed text that was
 * not chosen is accepted if it matches one; otherwise it stays, is marked as no match, and keeps the form
 * from being submitted: a message limited by it must not go to everybody.
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
  selected,
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
      // React Aria reports null when the field is left, which is handled below.
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
          <span
            onPointerDownCapture={(event) => isOfDoubleClick() && event.stopPropagation()}
            className="contents"
          >
            <AriaButton
              aria-label={t(say.openList)}
              className="absolute inset-y-0 end-0 grid w-9 place-content-center text-muted disabled:opacity-50"
            >
              <Icon name="down" />
            </AriaButton>
          </span>
        </CommitChoice>
      </LabelledInput>
      <Choices />
      {isReached && <TakeOver isTyped={typed !== undefined} selected={selected} />}
    </ComboBox>
  )
}

/**
 * Continues where the field before it was left: with the focus and what was selected, and with its list open if
 * something was typed.
 */
function TakeOver({
  isTyped,
  selected,
}: {
  isTyped: boolean
  selected: Taken['selected'] | undefined
}) {
  const state = use(ComboBoxStateContext)
  const place = useRef<HTMLSpanElement>(null)
  const take = useEffectEvent(() => {
    const input = place.current?.parentElement?.querySelector<HTMLInputElement>(
      'input:not([type=hidden])',
    )
    input?.focus()
    const { selectionStart, selectionEnd } = selected ?? {}
    const end = input?.value.length ?? 0
    input?.setSelectionRange(selectionStart ?? end, selectionEnd ?? end)
    if (isTyped) state?.open(null, 'input')
  })
  useEffect(() => take(), [])
  return <span ref={place} hidden />
}

/** Clears the choice, and keeps the focus in the input. */
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
        // Deferred, or the list would open over the emptied field.
        const input = event.currentTarget.parentElement?.querySelector('input')
        requestAnimationFrame(() => input?.focus())
      }}
      className="absolute inset-y-0 end-9 grid w-7 place-content-center rounded-md text-muted hover:text-ink"
    >
      <Icon name="cross" />
    </button>
  )
}
