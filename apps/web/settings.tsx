import { useQuery } from '@tanstack/react-query'
import { Outlet, useLocation } from '@tanstack/react-router'
import { session } from '#features/session/contract.ts'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { SectionLinks } from '#kit/web/ui/section-links.tsx'
import { say } from './copy.ts'
import { settings } from './frame/navigation.ts'

/** The settings: sections above, the open one in view, and its content below. */
export function Settings() {
  const path = useLocation({ select: ({ pathname }) => pathname })
  const rights = useQuery(read(session.me, {})).data?.rights
  return (
    <>
      <SectionLinks
        label={t(say.settings)}
        sections={
          rights &&
          settings
            .filter(({ right }) => rights.includes(right))
            .map(({ to, label }) => ({ to, text: t(label), isOpen: path.startsWith(to) }))
        }
      />
      <Outlet />
    </>
  )
}
