import type { ReactNode } from 'react'
import { Icon } from '../icon.tsx'

const box = 'col-start-1 row-start-1 size-4 appearance-none rounded-[3px] border'
/** A finger may miss a box without a label by ten pixels on each side. */
const bare =
  'relative isolate w-6 shrink-0 justify-center max-sm:after:absolute max-sm:after:-inset-2.5 max-sm:after:-z-1'
const tick = 'pointer-events-none col-start-1 row-start-1'

/** A read-only box. */
export function ReadOnlyCheckbox({
  isChecked,
  isAlarm = false,
  children,
}: {
  isChecked: boolean
  isAlarm?: boolean
  children: ReactNode
}) {
  const tone = isAlarm ? 'text-alarm' : isChecked ? 'text-ink' : 'text-muted'
  const filled = isAlarm ? 'border-alarm bg-alarm-fill' : 'border-ours bg-ours-fill'
  return (
    <label className={`flex items-start gap-2 ${tone} ${isChecked ? 'font-strong' : ''}`}>
      <span className="mt-[3px] grid size-4 shrink-0">
        <input
          type="checkbox"
          checked={isChecked}
          disabled
          readOnly
          className={`${box} ${isChecked ? filled : 'border-edge'}`}
        />
        {isChecked && <Icon name="check" className={`${tick} text-white`} />}
      </span>
      <span className="min-w-0">{children}</span>
    </label>
  )
}

type Props = {
  readonly isSelected: boolean
  readonly onChange: (isSelected: boolean) => void
  /** Only some of its items are selected. */
  readonly isIndeterminate?: boolean
  readonly isDisabled?: boolean
  /** Its label where no text is beside it. */
  readonly 'aria-label'?: string
  readonly description?: string
  readonly className?: string
  readonly children?: ReactNode
}

/** The browser's own checkbox in our colours: a page of a thousand rows draws it a thousand times. */
export function Checkbox({
  isSelected,
  onChange,
  isIndeterminate = false,
  isDisabled = false,
  'aria-label': label,
  description,
  className = '',
  children,
}: Props) {
  return (
    <label
      className={`flex min-h-6 items-start gap-2 ${children ? 'max-sm:py-2.5' : bare} ${isDisabled ? 'opacity-50' : 'cursor-pointer'} ${className}`}
    >
      <span className="mt-1 grid size-4 shrink-0 text-on-ours">
        <input
          ref={(input) => {
            if (input) input.indeterminate = isIndeterminate
          }}
          type="checkbox"
          checked={isSelected}
          disabled={isDisabled}
          aria-label={label}
          onChange={(event) => onChange(event.currentTarget.checked)}
          className={`${box} peer cursor-[inherit] border-edge bg-raised checked:border-ours checked:bg-ours-fill indeterminate:border-ours indeterminate:bg-ours-fill`}
        />
        <Icon
          name={isIndeterminate ? 'minus' : 'check'}
          className={`${tick} invisible peer-checked:visible peer-indeterminate:visible`}
        />
      </span>
      {children && (
        <span className="min-w-0">
          {children}
          {description && <span className="block text-small text-muted">{description}</span>}
        </span>
      )}
    </label>
  )
}
