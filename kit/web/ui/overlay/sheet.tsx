import { type ReactNode, useId, useRef, useState } from 'react'
import { buttonClass } from '../button.tsx'
import { isOfDoubleClick } from './double-click.ts'

/**
 * A button in the page's top bar, and the popover that it opens below the bar. The browser itself closes it
 * on Escape and on a click elsewhere, so that the first screen loads nothing for it.
 */
export function Sheet({
  label,
  button,
  side,
  children,
}: {
  label: string
  button: ReactNode
  /** Where in the bar the button is. */
  side: 'start' | 'end'
  /** Its content; it gets a function that closes it, and whether it is open. */
  children: (close: () => void, isOpen: boolean) => ReactNode
}) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const sheet = useRef<HTMLDivElement>(null)
  return (
    <>
      <button
        type="button"
        aria-label={label}
        popoverTarget={id}
        onClick={(event) => isOfDoubleClick() && event.preventDefault()}
        className={buttonClass('bare', 'tight')}
      >
        {button}
      </button>
      <div
        ref={sheet}
        id={id}
        popover="auto"
        onToggle={({ newState }) => setOpen(newState === 'open')}
        className={`${sides[side]} fixed inset-auto top-12 m-0 max-h-[calc(100dvh-60px)] min-w-64 overflow-auto rounded-md border border-line bg-raised p-1 text-ink shadow-floating`}
      >
        {children(() => sheet.current?.hidePopover(), isOpen)}
      </div>
    </>
  )
}

const sides = { start: 'start-2', end: 'end-2' } as const

/** A line of a sheet that is a link or a button. */
export const sheetLineClass =
  'flex min-h-10 w-full items-center max-sm:min-h-11 gap-2 rounded-md px-3 text-start text-ink hover:bg-sunken outline-offset-[-2px] aria-[current=page]:bg-ours-soft aria-[current=page]:font-strong'
