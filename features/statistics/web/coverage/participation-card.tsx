import { Link } from '@tanstack/react-router'
import type { DeploymentRow, Milestone } from '#features/milestones/contract.ts'
import { t } from '#kit/web/language.ts'
import { buttonClass } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { EmptyState, Loaded } from '#kit/web/ui/feedback/states.tsx'
import { say } from '../../copy.ts'
import { participationOf } from '../../domain.ts'
import { AreaName } from './area-name.tsx'
import { ParticipationTable, type ShownParticipation } from './participation-table.tsx'
import { useCoverageSearch, useMilestones, useParticipation } from './use-coverage.ts'

/** Participation by milestone, or by area for a chosen milestone. */
export function ParticipationCard() {
  const participation = useParticipation()
  const milestones = useMilestones()
  const { search } = useCoverageSearch()
  const chosen = milestones.data?.find(({ id }) => String(id) === search.milestoneId)
  return (
    <Card
      title={chosen ? `${t(say.participation)}: ${chosen.name}` : t(say.participation)}
      about={t(say.participationAbout)}
      className="overflow-clip"
    >
      <Loaded query={participation}>
        {({ rows }) => (
          <Loaded query={milestones}>
            {(all) => (
              <ParticipationTable
                isOfAreas={chosen !== undefined}
                rows={chosen ? byArea(rows, chosen) : byMilestone(rows, all)}
                empty={<NothingOwed />}
              />
            )}
          </Loaded>
        )}
      </Loaded>
    </Card>
  )
}

const NothingOwed = () => (
  <EmptyState icon="clock" title={t(say.nothingOwed)}>
    <p>{t(say.nothingOwedWhy)}</p>
    <Link to="/deployment/plan" className={buttonClass('plain')}>
      {t(say.toPlan)}
    </Link>
  </EmptyState>
)

const countsOf = ({ milestones }: DeploymentRow, { id }: Milestone) =>
  milestones.flatMap(({ milestoneId, counts }) => (milestoneId === id ? [counts] : []))

const byMilestone = (
  rows: readonly DeploymentRow[],
  all: readonly Milestone[],
): ShownParticipation[] =>
  all.map((one) => ({
    key: String(one.id),
    name: one.name,
    title: <MilestoneName of={one} />,
    ...participationOf(rows.flatMap((row) => countsOf(row, one))),
  }))

const byArea = (rows: readonly DeploymentRow[], milestone: Milestone): ShownParticipation[] =>
  rows.map((row) => ({
    key: String(row.id),
    name: row.name,
    title: <AreaName {...row} />,
    ...participationOf(countsOf(row, milestone)),
  }))

/** Links a milestone to its participation by area. */
function MilestoneName({ of: { id, name } }: { of: Milestone }) {
  const { search } = useCoverageSearch()
  return (
    <Link
      to="/statistics/coverage"
      search={{ ...search, milestoneId: String(id) }}
      resetScroll={false}
      className="rounded-md font-strong text-ink hover:text-ours hover:underline"
    >
      {name}
    </Link>
  )
}
