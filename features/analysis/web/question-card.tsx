import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import { isChoice, isFile } from '#features/forms/kind-domain.ts'
import { percentOf } from '#features/statistics/domain.ts'
import type { Reply } from '#kit/contract/endpoint.ts'
import { t } from '#kit/web/language.ts'
import { call, read } from '#kit/web/read/api.ts'
import { useNarrow } from '#kit/web/search.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { BarList } from '#kit/web/ui/chart/bar-list.tsx'
import { type DrawnBar, SaveBars } from '#kit/web/ui/chart/save-bars.tsx'
import { ErrorState } from '#kit/web/ui/feedback/states.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { type AnalysedOption, type AnalysedQuestion, analysis } from '../contract.ts'
import { say } from '../copy.ts'
import { OptionLabel, optionName, optionsOf } from './option-label.tsx'
import { PinButton } from './pin-button.tsx'
import { type AnalysisSearch, filterOf, useAnalysisSearch } from './search.ts'
import { useInSight } from './use-in-sight.ts'
import { useFilteredProvenance } from './use-provenance.ts'
import { ValueBars, valueBars, valueRows } from './value-bars.tsx'

type Counted = Reply<typeof analysis.count>

/** The title of a question, and of its downloads. */
export const titleOf = ({ code, text }: AnalysedQuestion): string => `${code} ${text}`

const countOf = ({ options }: Pick<Counted, 'options'>, { id }: AnalysedOption): number =>
  options.find((one) => one.id === id)?.reports ?? 0

/**
 * How a question was answered. Read while it is on screen: a form may have a hundred of them.
 * @param isPinned it is on the statistics page, which has no filters
 */
export function QuestionCard({
  question,
  isPinned = false,
  children,
}: {
  question: AnalysedQuestion
  isPinned?: boolean
  children?: ReactNode
}) {
  const card = useRef<HTMLElement>(null)
  const filter = filterOf(useAnalysisSearch())
  const sent = { params: { questionId: question.id }, query: filter }
  const { data, failureReason, refetch } = useQuery({
    ...read(analysis.count, sent),
    enabled: useInSight(card),
  })
  return (
    <Card
      ref={card}
      className="print:break-inside-avoid"
      title={titleOf(question)}
      about={
        <>
          {data ? t(say.answered, { count: data.answered }) : '…'}
          {question.isGone && ` · ${t(say.gone)}`}
        </>
      }
      actions={
        <>
          <PinButton question={question} />
          {data && (hasOptions(question) || data.values) && (
            <SaveQuestion question={question} read={() => call(analysis.count, sent)} />
          )}
        </>
      }
    >
      {!data && failureReason ? (
        <ErrorState problem={failureReason} retry={() => void refetch()} />
      ) : (
        <div className={data ? '' : 'invisible'}>
          <Bars question={question} counted={data ?? nothing} isPinned={isPinned} />
        </div>
      )}
      {children}
    </Card>
  )
}

type Bars = {
  readonly question: AnalysedQuestion
  readonly counted: Omit<Counted, 'asOf'>
}
type Shown = Bars & { readonly isPinned: boolean }

const nothing = { answered: 0, options: [], values: null }

const hasOptions = ({ kind }: AnalysedQuestion) => isChoice(kind) || isFile(kind)

/** Texts have none: they are read on the page of the question. */
function Bars({ question, counted, isPinned }: Shown) {
  const filter = filterOf(useAnalysisSearch())
  if (hasOptions(question)) return <OptionBars {...{ question, counted, isPinned }} />
  return counted.values && <ValueBars question={question} values={counted.values} filter={filter} />
}

function OptionBars({ question, counted, isPinned }: Shown) {
  const search = useAnalysisSearch()
  const narrow = useNarrow<AnalysisSearch>()
  const filter = filterOf(search)
  return (
    <BarList
      caption={titleOf(question)}
      most={counted.answered}
      items={optionsOf(question).map((option) => ({
        key: String(option.id),
        label: <OptionLabel option={option} filter={filter} />,
        value: countOf(counted, option),
        of: isFile(question.kind) ? null : counted.answered,
        tone: option.isFlagged ? ('alarm' as const) : ('ours' as const),
        action: !isPinned && (
          <Button
            look="bare"
            size="arrow"
            aria-label={t(say.filterBy, { option: option.text })}
            onPress={() => narrow({ withOptionId: option.id })}
          >
            <Icon name="filter" />
          </Button>
        ),
      }))}
    />
  )
}

function SaveQuestion({
  question,
  read,
}: {
  question: AnalysedQuestion
  read: () => Promise<Counted>
}) {
  const provenance = useFilteredProvenance()
  return (
    <SaveBars
      title={titleOf(question)}
      read={async () => {
        const now = await read()
        return {
          bars: drawnOf({ question, counted: now }),
          ...numbersOf({ question, counted: now }),
          provenance: provenance(now.answered, now.asOf),
        }
      }}
    />
  )
}

const drawnOf = ({ question, counted }: Bars): DrawnBar[] =>
  counted.values
    ? valueBars({ question, values: counted.values })
    : optionsOf(question).map((option) => ({
        key: String(option.id),
        label: optionName(option),
        value: countOf(counted, option),
        tone: option.isFlagged ? 'alarm' : 'ours',
      }))

function numbersOf({ question, counted }: Bars) {
  const { values, answered } = counted
  if (values)
    return {
      headings: [t(say.option), t(say.reports), t(say.percent)],
      rows: valueRows({ question, values }),
    }
  return {
    headings: [t(say.option), t(say.isFlagged), t(say.reports), t(say.percent)],
    rows: optionsOf(question).map((option) => [
      option.text,
      option.isFlagged ? t(say.yes) : '',
      countOf(counted, option),
      percentOf(countOf(counted, option), answered) ?? '',
    ]),
  }
}

/** The link from a card to the page of its question. */
export function OpenQuestion({ formId, question }: { formId: number; question: AnalysedQuestion }) {
  const { form: _, ...search } = useAnalysisSearch()
  return (
    <Link
      to="/analysis/$formId/$questionId"
      params={{ formId: String(formId), questionId: String(question.id) }}
      search={search}
      aria-label={t(say.openOf, { code: question.code })}
      className="justify-self-start rounded-sm text-small text-ours hover:underline print:hidden"
    >
      {t(say.open)}
    </Link>
  )
}
