import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useElectionDay } from '#features/elections/web/use-election.ts'
import { isChoice } from '#features/forms/kind-domain.ts'
import { percentOf } from '#features/statistics/domain.ts'
import type { Reply } from '#kit/contract/endpoint.ts'
import { whichOfTwo } from '#kit/contract/value/instant.ts'
import { locale, readable, t } from '#kit/web/language.ts'
import { call, read } from '#kit/web/read/api.ts'
import { useNarrow } from '#kit/web/search.ts'
import { Card } from '#kit/web/ui/card.tsx'
import { BarList } from '#kit/web/ui/chart/bar-list.tsx'
import { SaveBars } from '#kit/web/ui/chart/save-bars.tsx'
import { say as kit } from '#kit/web/ui/copy.ts'
import { EmptyState, Loaded } from '#kit/web/ui/feedback/states.tsx'
import { Select } from '#kit/web/ui/field/select.tsx'
import {
  type AnalysedOption,
  type AnalysedQuestion,
  type AnalysisFilter,
  analysis,
  type Dimension,
  dimensions,
  type Group,
} from '../contract.ts'
import { say } from '../copy.ts'
import { optionName, optionsOf, reportsLook } from './option-label.tsx'
import { titleOf } from './question-card.tsx'
import { type AnalysisSearch, filterOf, useAnalysisSearch } from './search.ts'
import { useFilteredProvenance } from './use-provenance.ts'

const names = { area: say.area, hour: say.hour, organisation: say.byOrganisation } as const

type Groups = Reply<typeof analysis.breakDown>

const countOf = ({ options }: Group, optionId: number): number =>
  options.find(({ id }) => id === optionId)?.reports ?? 0

/** One of the answers by county, hour or organisation: the flagged one first. */
export function BreakdownCard({ question: analysed }: { question: AnalysedQuestion }) {
  const question = { ...analysed, options: [...optionsOf(analysed)] }
  const search = useAnalysisSearch()
  const narrow = useNarrow<AnalysisSearch>()
  const nameOf = useGroupName()
  const dimension = search.by ?? 'area'
  const option =
    question.options.find(({ id }) => id === search.optionId) ??
    question.options.find(({ isFlagged }) => isFlagged) ??
    question.options[0]
  const filter = filterOf(search)
  const sent = { params: { questionId: question.id, dimension }, query: filter }
  const query = useQuery(read(analysis.breakDown, sent))
  if (!option) return null
  return (
    <Card
      title={t(say.breakdown)}
      actions={
        query.data && (
          <SaveBreakdown
            title={`${titleOf(question)} – ${optionName(option)}, ${t(names[dimension])}`}
            {...{ question, option, nameOf }}
            read={() => call(analysis.breakDown, sent)}
          />
        )
      }
    >
      <div className="flex flex-wrap gap-3">
        <Select
          label={t(say.breakdown)}
          items={dimensions.map((id) => ({ id, text: t(names[id]) }))}
          value={dimension}
          onChange={(by) => narrow({ by })}
          className="sm:w-60"
        />
        {question.options.length > 1 && (
          <Select
            label={t(say.option)}
            items={question.options.map((one) => ({ id: String(one.id), text: optionName(one) }))}
            value={String(option.id)}
            onChange={(id) =>
              narrow({ optionId: question.options.find((one) => String(one.id) === id)?.id })
            }
            className="sm:w-60"
          />
        )}
      </div>
      <Loaded query={query}>
        {({ groups }) =>
          groups.length === 0 ? (
            <EmptyState icon="chart" title={t(say.nothingYet)} />
          ) : (
            <BarList
              caption={`${optionName(option)}, ${t(names[dimension])}`}
              tone={option.isFlagged ? 'alarm' : 'ours'}
              items={groups.map((group) => ({
                key: group.key,
                label: (
                  <GroupLabel
                    {...{ dimension, option, filter, of: group.key }}
                    name={nameOf(group)}
                  />
                ),
                value: countOf(group, option.id),
                of: isChoice(question.kind) ? group.answered : null,
                ...(group.median !== null && {
                  mark: t(say.medianOf, { median: readable(group.median) }),
                }),
              }))}
            />
          )
        }
      </Loaded>
    </Card>
  )
}

type GroupProps = {
  readonly dimension: Dimension
  readonly option: AnalysedOption
  readonly filter: AnalysisFilter
  /** The key of the group. */
  readonly of: string
  readonly name: string
}

/** How the list of reports is narrowed to a group. */
const groupFilters = {
  area: (county: string) => ({ county }),
  organisation: (id: string) => ({ ngoId: Number(id) as NonNullable<AnalysisFilter['ngoId']> }),
  hour: (answeredHour: string) => ({ answeredHour }),
} satisfies Record<Dimension, unknown>

/** A group leads to its reports. */
function GroupLabel({ dimension, option, filter, of, name }: GroupProps) {
  return (
    <Link
      to="/answers"
      search={{
        ...filter,
        ...groupFilters[dimension](of),
        optionId: option.id,
      }}
      title={t(say.reportsWith, { option: `${option.text}, ${name}` })}
      className={reportsLook}
    >
      {name}
    </Link>
  )
}

/** Hours are on the clock of the election. */
function useGroupName(): (group: Group) => string {
  const timeZone = useElectionDay()?.timezone
  const hours = new Intl.DateTimeFormat(locale, {
    ...{ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
    timeZone,
  })
  return ({ key, name }) => {
    if (name) return name
    const at = new Date(key)
    const which = timeZone && whichOfTwo(at, timeZone)
    const time = hours.format(at)
    return which ? t(which === 'first' ? kit.firstOfTwo : kit.secondOfTwo, { time }) : time
  }
}

function SaveBreakdown({
  title,
  question,
  option,
  nameOf,
  read,
}: {
  title: string
  question: AnalysedQuestion
  option: AnalysedOption
  nameOf: (group: Group) => string
  read: () => Promise<Groups>
}) {
  const provenance = useFilteredProvenance()
  return (
    <SaveBars
      title={title}
      read={async () => {
        const { groups: now, asOf } = await read()
        const hasMedians = now.some(({ median }) => median !== null)
        const count = now.reduce((sum, { answered }) => sum + answered, 0)
        return {
          bars: now.map((group) => ({
            key: group.key,
            label: nameOf(group),
            value: countOf(group, option.id),
            tone: option.isFlagged ? 'alarm' : 'ours',
          })),
          headings: [
            '',
            t(say.reports),
            ...(hasMedians ? [t(say.median)] : []),
            ...question.options.flatMap((one) => [optionName(one), `${optionName(one)} (%)`]),
          ],
          rows: now.map((group) => [
            nameOf(group),
            group.answered,
            ...(hasMedians ? [group.median ?? ''] : []),
            ...question.options.flatMap(({ id }) => [
              countOf(group, id),
              percentOf(countOf(group, id), group.answered) ?? '',
            ]),
          ]),
          provenance: provenance(count, asOf),
        }
      }}
    />
  )
}
