import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { session } from '#features/session/contract.ts'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { scrollIntoSight } from '#kit/web/ui/chart/strip.ts'
import { say } from './copy.ts'
import { settings } from './frame/navigation.ts'

/** The settings: sections above, the open one in view, and its content below. */
export function Settings() {
  const rights = useQuery(read(session.me, {})).data?.rights
  const { pathname } = useLocation()
  const strip = useRef<HTMLElement>(null)
  useEffect(() => {
    const open = rights && strip.current?.querySelector(`[href="${pathname}"]`)
    if (strip.current && open) scrollIntoSight(strip.current, open)
  }, [pathname, rights])
  return (
    <>
      <nav
        ref={strip}
        aria-label={t(say.settings)}
        className="flex shrink-0 gap-1 overflow-x-auto border-b border-line bg-surface px-1 sm:px-3"
      >
        {settings
          .filter(({ right }) => rights?.includes(right))
          .map(({ to, label }) => (
            <Link
              key={to}
              to={to}
              className="-mb-px flex h-10 max-sm:h-11 shrink-0 items-center border-b-2 border-transparent px-3 whitespace-nowrap text-muted outline-offset-[-2px] hover:text-ink aria-[current=page]:border-ours aria-[current=page]:font-strong aria-[current=page]:text-ink"
            >
              {t(label)}
            </Link>
          ))}
      </nav>
      <Outlet />
    </>
  )
}
