import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { say as answersSay } from '#features/answers/copy.ts'
import { reportsShown } from '#features/answers/web/search.ts'
import { say as incidentsSay } from '#features/incidents/copy.ts'
import { situation } from '#features/situation/contract.ts'
import type { Copy } from '#kit/contract/copy.ts'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { SectionLinks } from '#kit/web/ui/section-links.tsx'
import { say } from '../copy.ts'

/** The lists of reports, with their filters, and what waits elsewhere. */
export function ReportSections({ label, unseen }: { label: Copy; unseen: number | undefined }) {
  const { pathname, search } = useLocation()
  const now = useQuery({ ...read(situation.now, {}), refetchInterval: 60_000 }).data
  const { shown, filters } = reportsShown(pathname, search)
  return (
    <SectionLinks
      label={t(label)}
      sections={[
        {
          to: '/answers',
          search: { ...filters, urgente: true },
          text: t(answersSay.urgent),
          isOpen: shown === 'urgent',
        },
        {
          to: '/answers',
          search: { ...filters, urgente: true, unseen: true },
          text: t(answersSay.unseen),
          isOpen: shown === 'unseen',
          count: unseen,
        },
        { to: '/answers', search: filters, text: t(answersSay.all), isOpen: shown === 'all' },
        {
          to: '/answers',
          search: { ...filters, withNotes: true },
          text: t(answersSay.ofNotes),
          isOpen: shown === 'notes',
        },
        {
          to: '/stations/differences',
          text: t(say.differences),
          isOpen: pathname.startsWith('/stations/differences'),
          count: now?.differing,
        },
        {
          to: '/unmatched',
          text: t(say.unmatched),
          isOpen: pathname.startsWith('/unmatched'),
          count: now?.unmatched,
        },
        {
          to: '/incidents',
          text: t(incidentsSay.incidents),
          isOpen: pathname.startsWith('/incidents'),
        },
      ]}
    />
  )
}
