import type { ReactNode } from 'react'

/** On or off, at once. */
export function Switch({
  isSelected,
  onChange,
  isDisabled = false,
  className = '',
  children,
}: {
  isSelected: boolean
  onChange: (isSelected: boolean) => void
  isDisabled?: boolean
  className?: string
  children: ReactNode
}) {
  return (
    <label
      className={`flex min-h-6 items-center gap-2 max-sm:min-h-11 ${isDisabled ? 'opacity-50' : 'cursor-pointer'} ${className}`}
    >
      <span className="grid shrink-0 items-center">
        <input
          type="checkbox"
          role="switch"
          aria-checked={isSelected}
          checked={isSelected}
          disabled={isDisabled}
          onChange={(event) => onChange(event.currentTarget.checked)}
          className="peer col-start-1 row-start-1 h-5 w-9 cursor-[inherit] appearance-none rounded-[10px] border border-edge bg-sunken transition-colors duration-100 checked:border-ours checked:bg-ours-fill"
        />
        <span className="pointer-events-none col-start-1 row-start-1 ms-1 size-3 rounded-[6px] bg-edge transition-transform duration-100 peer-checked:translate-x-4 peer-checked:bg-white" />
      </span>
      <span className="min-w-0">{children}</span>
    </label>
  )
}
