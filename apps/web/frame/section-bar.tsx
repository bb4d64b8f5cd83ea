import { type LinkProps, useLocation } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useMay } from '#features/session/web/may.tsx'
import type { Copy } from '#kit/contract/copy.ts'
import { deferred } from '#kit/web/deferred.ts'
import { t } from '#kit/web/language.ts'
import { SectionLinks } from '#kit/web/ui/section-links.tsx'
import { say } from '../copy.ts'
import { isWithin } from './navigation.ts'
import { useNavigation } from './use-navigation.ts'

// It counts what waits, which is known a moment later anyway.
const ReportSections = deferred(async () => (await import('./report-sections.tsx')).ReportSections)

type Target = NonNullable<LinkProps['to']>

/** The pages of a main menu entry; the first path also has subpages that belong to no other page. */
const pagesOf: Readonly<Partial<Record<Target, readonly (readonly [to: Target, label: Copy])[]>>> =
  {
    '/polling-stations': [
      ['/polling-stations', say.list],
      ['/map', say.map],
    ],
    '/statistics': [
      ['/statistics', say.figures],
      ['/statistics/coverage', say.coverage],
      ['/analysis', say.analysis],
      ['/map', say.map],
    ],
    '/deployment': [
      ['/deployment', say.people],
      ['/deployment/areas', say.areas],
      ['/deployment/plan', say.plan],
      ['/deployment/milestones', say.milestones],
    ],
    '/notifications': [
      ['/notifications', say.write],
      ['/notifications/history', say.sent],
    ],
  }

/** The pages of the open page's main menu entry; nothing for an entry with a single page. */
export function SectionBar({ unseen }: { unseen: number | undefined }) {
  const path = useLocation({ select: ({ pathname }) => pathname })
  const { beforeGuide, afterGuide } = useNavigation()
  const mayMessage = useMay('message')
  const entry = [...beforeGuide, ...afterGuide].find((one) => isWithin(one, path))
  if (!entry) return null
  if (entry.target.to === '/answers')
    return (
      <Suspense fallback={<SectionLinks label={t(entry.label)} sections={undefined} />}>
        <ReportSections label={entry.label} unseen={unseen} />
      </Suspense>
    )
  const pages = pagesOf[entry.target.to ?? '/']?.filter(
    ([to]) => to !== '/notifications' || mayMessage,
  )
  if (!pages) return null
  const open = pages.findLast(([to]) => path.startsWith(to)) ?? pages[0]
  return (
    <SectionLinks
      label={t(entry.label)}
      sections={pages.map((page) => ({ to: page[0], text: t(page[1]), isOpen: page === open }))}
    />
  )
}
