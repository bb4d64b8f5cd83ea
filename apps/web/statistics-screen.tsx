import { PinnedCards } from '#features/analysis/web/pinned-cards.tsx'
import { StatisticsPage } from '#features/statistics/web/statistics-page.tsx'

/** The statistics, with the questions that are pinned to them. */
export const StatisticsScreen = () => (
  <StatisticsPage>
    <PinnedCards />
  </StatisticsPage>
)
