import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { t } from '#kit/web/language.ts'
import { Card } from '#kit/web/ui/card.tsx'
import { FiguresAsOf } from '#kit/web/ui/feedback/figures-as-of.tsx'
import { EmptyState } from '#kit/web/ui/feedback/states.tsx'
import { Page } from '#kit/web/ui/page.tsx'
import { say } from '../copy.ts'
import { cardOf, type StatisticCard } from './cards.ts'
import { SaveCard } from './save-bars.tsx'
import { useVerified } from './use-verified.ts'
import { VerifiedOnly } from './verified-only.tsx'
import { useWholeList, WholeList } from './whole-list.tsx'

/** One of the statistics in full. */
export function StatisticPage() {
  const { key } = useParams({ from: '/signed-in/statistics/$key' })
  const card = cardOf(key)
  const back = (
    <Link to="/statistics" search={useVerified()}>
      {t(say.backToAll)}
    </Link>
  )
  if (card) return <Whole key={key} card={card} back={back} />
  return (
    <Page title={t(say.noSuchCard)} back={back}>
      <EmptyState icon="chart" title={t(say.noSuchCard)} />
    </Page>
  )
}

function Whole({ card, back }: { card: StatisticCard; back: ReactNode }) {
  const { data } = useWholeList(card)
  const { reviewState } = useVerified()
  const title = t(card.title)
  return (
    <Page
      asOf={<FiguresAsOf />}
      title={title}
      back={back}
      filters={<VerifiedOnly reviewState={reviewState} />}
      actions={data && <SaveCard card={card} shown={data.shown.length} />}
    >
      <Card about={t(card.about)} className="max-w-3xl">
        <WholeList card={card} />
      </Card>
    </Page>
  )
}
