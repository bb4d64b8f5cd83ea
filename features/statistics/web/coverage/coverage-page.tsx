import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMissingArea, useMissingOrganisation } from '#features/assignments/web/missing.ts'
import { TargetButton } from '#features/assignments/web/target/target-button.tsx'
import { milestones } from '#features/milestones/contract.ts'
import { places } from '#features/places/contract.ts'
import { May } from '#features/session/web/may.tsx'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { FiguresAsOf } from '#kit/web/ui/feedback/figures-as-of.tsx'
import { UnlessMissing } from '#kit/web/ui/feedback/missing.tsx'
import { Select } from '#kit/web/ui/field/select.tsx'
import { FilterBar } from '#kit/web/ui/filter/filter-bar.tsx'
import { Page } from '#kit/web/ui/page.tsx'
import { say } from '../../copy.ts'
import { VerifiedOnly } from '../verified-only.tsx'
import { CoverageCard } from './coverage-card.tsx'
import { ExportMenu } from './export-menu.tsx'
import { ParticipationCard } from './participation-card.tsx'
import { useCoverage, useCoverageSearch, useMilestones } from './use-coverage.ts'

/** Coverage and participation. */
export function CoveragePage() {
  const { search } = useCoverageSearch()
  const { data } = useCoverage()
  const counties = useQuery({ ...read(places.counties, {}), staleTime: 300_000 }).data
  const area = counties?.find(({ id }) => String(id) === search.areaId)
  const sum = (of: 'stations' | 'covered' | 'met' | 'visited') =>
    (data?.areas ?? []).reduce((total, one) => total + one[of], 0)
  const title = t(say.coverageTitle)
  return (
    <Page
      asOf={<FiguresAsOf />}
      title={area ? `${title}: ${area.name}` : title}
      back={
        search.areaId ? (
          <Link to="/statistics/coverage" search={{ ...search, areaId: undefined }}>
            {t(say.allCounties)}
          </Link>
        ) : (
          <Link to="/statistics">{t(say.backToAll)}</Link>
        )
      }
      count={
        data &&
        t(say.coverageCount, {
          count: sum('stations'),
          covered: sum('covered'),
          stations: sum('stations'),
          met: sum('met'),
          visited: sum('visited'),
        })
      }
      actions={
        <>
          <TargetButton />
          <May to="export">
            <ExportMenu />
          </May>
        </>
      }
      filters={<Filters />}
    >
      <UnlessMissing all={useMissingInCoverage()}>
        <CoverageCard />
        <ParticipationCard />
      </UnlessMissing>
    </Page>
  )
}

/** Filters in the URL that name something that does not exist. */
function useMissingInCoverage() {
  const { search, go } = useCoverageSearch()
  const known = useMilestones().data
  const isMilestone =
    search.milestoneId === undefined || known?.some(({ id }) => String(id) === search.milestoneId)
  const missing = { title: t(say.noSuchMilestone), leave: () => go({ milestoneId: undefined }) }
  return [
    useMissingArea(search.areaId, () => go({ areaId: undefined })),
    useMissingOrganisation(search.ngoId, () => go({ ngoId: undefined })),
    isMilestone === false ? missing : undefined,
  ]
}

/** The filters by organisation and milestone, kept in the URL. */
function Filters() {
  const { search, go } = useCoverageSearch()
  const all = useMilestones().data ?? []
  const organisations = useQuery(read(milestones.deployment, { query: { by: 'organisation' } }))
  const rows = organisations.data?.rows ?? []
  const any = ''
  return (
    <FilterBar
      onChange={go}
      chips={[
        {
          label: t(say.organisation),
          value: search.ngoId && nameOf(rows, search.ngoId),
          without: { ngoId: undefined },
        },
        {
          label: t(say.milestone),
          value: search.milestoneId && nameOf(all, search.milestoneId),
          without: { milestoneId: undefined },
        },
        {
          value: search.reviewState && t(say.verifiedOnly),
          without: { reviewState: undefined },
        },
      ]}
      beside={<VerifiedOnly reviewState={search.reviewState} />}
    >
      {(rows.length > 1 || search.ngoId) && (
        <Select
          label={t(say.organisation)}
          items={[
            { id: any, text: t(say.allOrganisations) },
            ...rows.map(({ id, name }) => ({ id: String(id), text: name })),
          ]}
          value={search.ngoId ?? any}
          onChange={(ngoId) => go({ ngoId: ngoId || undefined })}
          className="w-60 max-sm:w-full"
        />
      )}
      <Select
        label={t(say.milestone)}
        items={[
          { id: any, text: t(say.allMilestones) },
          ...all.map(({ id, name }) => ({ id: String(id), text: name })),
        ]}
        value={search.milestoneId ?? any}
        onChange={(milestoneId) => go({ milestoneId: milestoneId || undefined })}
        className="w-60 max-sm:w-full"
      />
    </FilterBar>
  )
}

const nameOf = (all: readonly { id: number | null; name: string }[], wanted: string): string =>
  all.find(({ id }) => String(id) === wanted)?.name ?? wanted
