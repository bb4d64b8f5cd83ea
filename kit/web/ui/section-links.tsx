import { Link, type LinkProps, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { scrollIntoSight } from './chart/strip.ts'

export type Section = {
  readonly to: NonNullable<LinkProps['to']>
  readonly text: string
  /** Others lie below its address: it is open only at that very one. */
  readonly isExact?: boolean
}

/** Pages that belong together, side by side above the open one, which stays in view. */
export function SectionLinks({
  label,
  sections,
}: {
  label: string
  sections: readonly Section[] | undefined
}) {
  const { pathname } = useLocation()
  const strip = useRef<HTMLElement>(null)
  const isKnown = sections !== undefined
  useEffect(() => {
    const open = isKnown && strip.current?.querySelector(`[href="${pathname}"]`)
    if (strip.current && open) scrollIntoSight(strip.current, open)
  }, [pathname, isKnown])
  return (
    <nav
      ref={strip}
      aria-label={label}
      className="flex shrink-0 gap-1 overflow-x-auto border-b border-line bg-surface px-1 sm:px-3 print:hidden"
    >
      {sections?.map(({ to, text, isExact = false }) => (
        <Link
          key={to}
          to={to}
          activeOptions={{ exact: isExact, includeSearch: false }}
          className="-mb-px flex h-10 max-sm:h-11 shrink-0 items-center border-b-2 border-transparent px-3 whitespace-nowrap text-muted outline-offset-[-2px] hover:text-ink aria-[current=page]:border-ours aria-[current=page]:font-strong aria-[current=page]:text-ink"
        >
          {text}
        </Link>
      ))}
    </nav>
  )
}
