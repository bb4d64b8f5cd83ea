import { useState } from 'react'
import type { Choice, Props } from './choice.tsx'
import { fieldClass, inputClass, labelClass } from './field.tsx'
import { Icon } from './icon.tsx'

const load = () => import('./choice.tsx')

/**
 * A Choice whose list is loaded when somebody reaches for it; until then a field that looks the
 * same, sends what was chosen, and keeps what is typed meanwhile.
 */
export function ChoiceOnDemand(props: Props & { readonly name: string }) {
  const [Loaded, setLoaded] = useState<typeof Choice>()
  const [typed, setTyped] = useState<string>()
  // Not by Suspense: what stands in for the list must stay the same field while somebody types.
  const reach = async () => {
    const { Choice: loaded } = await load()
    setLoaded(() => loaded)
  }
  return Loaded ? (
    <Loaded {...props} isReached {...(typed !== undefined && { typed })} />
  ) : (
    <Idle {...props} onReach={() => void reach()} onType={setTyped} />
  )
}

function Idle({
  label,
  name,
  items,
  defaultKey,
  placeholder,
  isDisabled = false,
  className = '',
  onReach,
  onType,
}: Props & { readonly onReach: () => void; readonly onType: (typed: string) => void }) {
  const chosen = items.find(({ id }) => id === defaultKey)
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
          onInput={({ currentTarget }) => onType(currentTarget.value)}
          className={`${inputClass} pe-16`}
        />
        <input type="hidden" name={name} value={chosen?.id ?? ''} />
        <span className="pointer-events-none absolute inset-y-0 end-0 grid w-9 place-content-center text-muted">
          <Icon name="down" />
        </span>
      </span>
    </label>
  )
}
