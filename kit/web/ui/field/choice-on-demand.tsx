import { type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { t } from '#kit/web/language.ts'
import { say } from '../copy.ts'
import { Icon } from '../icon.tsx'
import type { Choice, Props, Taken } from './choice.tsx'
import { fieldClass, inputClass, labelClass } from './field.tsx'
import { matchOf } from './match.ts'

const load = () => import('./choice.tsx')

/**
 * A Choice whose list is loaded on first focus; until then a field that looks the same, and keeps what is typed
 * and selected meanwhile.
 */
export function ChoiceOnDemand(props: Props) {
  const [Loaded, setLoaded] = useState<typeof Choice>()
  const [typed, setTyped] = useState<string>()
  const [isLeft, setLeft] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const [selected, setSelected] = useState<Taken['selected']>()
  // Not by Suspense: the placeholder must stay the same field while the user types.
  const reach = async () => {
    const { Choice: loaded } = await load()
    // A user who came by Tab has all of it selected, and replaces it by typing.
    const { selectionStart = null, selectionEnd = null } = input.current ?? {}
    // Synchronously: a letter typed between the two would be behind the cursor.
    flushSync(() => {
      setSelected({ selectionStart, selectionEnd })
      setLoaded(() => loaded)
    })
  }
  return Loaded ? (
    <Loaded
      {...props}
      isReached={!isLeft}
      {...(selected && { selected })}
      {...(typed !== undefined && { typed })}
    />
  ) : (
    <Idle
      {...props}
      key={props.value}
      input={input}
      onReach={() => {
        setLeft(false)
        void reach()
      }}
      onLeave={() => setLeft(true)}
      onType={setTyped}
    />
  )
}

function Idle({
  label,
  items,
  value,
  placeholder,
  isDisabled = false,
  className = '',
  onChange,
  input,
  onReach,
  onLeave,
  onType,
}: Props & {
  readonly input: RefObject<HTMLInputElement | null>
  readonly onReach: () => void
  readonly onLeave: () => void
  readonly onType: (typed: string) => void
}) {
  const [typed, setTyped] = useState<string>()
  const match = typed === undefined || typed.trim() === '' ? undefined : matchOf(items, typed)
  const isUnknown = match === 'several' || match === 'none'
  const chosen = items.find(({ id }) => id === value)
  return (
    <label className={`${fieldClass} ${className}`}>
      <span className={labelClass}>{label}</span>
      <span className="relative">
        <input
          role="combobox"
          aria-expanded={false}
          autoComplete="off"
          disabled={isDisabled}
          defaultValue={chosen?.text ?? ''}
          placeholder={placeholder}
          onPointerEnter={() => void load()}
          onFocus={onReach}
          onBlur={onLeave}
          onInput={({ currentTarget }) => {
            setTyped(currentTarget.value)
            onType(currentTarget.value)
            if (currentTarget.value === '') onChange?.(null)
          }}
          ref={(element) => {
            input.current = element
            element?.setCustomValidity(isUnknown ? t(say.fitsNone, { typed: typed ?? '' }) : '')
          }}
          className={`${inputClass} pe-16`}
        />
        <span className="pointer-events-none absolute inset-y-0 end-0 grid w-9 place-content-center text-muted">
          <Icon name="down" />
        </span>
      </span>
    </label>
  )
}
