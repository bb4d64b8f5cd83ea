import { Link, type LinkProps } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { locale, t } from '../language.ts'
import { scrollIntoSight } from './chart/strip.ts'
import { say } from './copy.ts'

export type Section = Pick<LinkProps, 'to' | 'search'> & {
  readonly text: string
  readonly isOpen: boolean
  /** How much waits there. */
  readonly count?: number | undefined
}

/** Pages that belong together, side by side above the open one, which stays in view. */
export function SectionLinks({
  label,
  sections,
}: {
  label: string
  sections: readonly Section[] | undefined
}) {
  const strip = useRef<HTMLElement>(null)
  /** Changes with the open page, and when counts have widened the links. */
  const layout = sections?.map(({ isOpen, count }) => [isOpen, count !== undefined]).join()
  useEffect(() => {
    const link = layout && strip.current?.querySelector('[aria-current]')
    if (strip.current && link) scrollIntoSight(strip.current, link)
  }, [layout])
  return (
    <nav
      ref={strip}
      aria-label={label}
      className="flex min-h-10 shrink-0 gap-1 overflow-x-auto border-b border-line bg-surface px-1 max-sm:min-h-11 sm:px-3 print:hidden"
    >
      {sections?.map(({ text, isOpen, count, ...target }) => (
        <Link
          key={text}
          {...target}
          activeOptions={{ exact: true }}
          aria-current={isOpen ? 'page' : undefined}
          className="relative -mb-px flex h-10 max-sm:h-11 shrink-0 items-center gap-1.5 border-b-2 border-transparent px-3 whitespace-nowrap text-muted outline-offset-[-2px] hover:text-ink aria-[current=page]:border-ours aria-[current=page]:font-strong aria-[current=page]:text-ink"
        >
          {text}
          <Count of={count} />
        </Link>
      ))}
    </nav>
  )
}

/** How much waits, beside the name of a page; nothing when that is nothing, or not known. */
export const Count = ({ of }: { of: number | undefined }) =>
  of ? (
    <>
      <span
        aria-hidden="true"
        className="rounded-[10px] bg-attention px-1.5 text-small font-strong text-on-attention tabular-nums"
      >
        {of.toLocaleString(locale)}
      </span>
      <span className="sr-only">{t(say.waitingThere, { count: of })}</span>
    </>
  ) : null
