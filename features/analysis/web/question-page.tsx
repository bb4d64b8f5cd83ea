import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { rulesOf } from '#features/forms/kind-domain.ts'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { FiguresAsOf } from '#kit/web/ui/feedback/figures-as-of.tsx'
import { EmptyState, ErrorState, Loading } from '#kit/web/ui/feedback/states.tsx'
import { Page } from '#kit/web/ui/page.tsx'
import { analysis } from '../contract.ts'
import { say } from '../copy.ts'
import { BreakdownCard } from './breakdown-card.tsx'
import { Filters } from './filters.tsx'
import { OutliersCard } from './outliers-card.tsx'
import { QuestionCard, titleOf } from './question-card.tsx'
import { filterOf, useAnalysisSearch } from './search.ts'
import { TextsCard } from './texts-card.tsx'

/** One question in depth. */
export function QuestionPage() {
  const { formId, questionId } = useParams({ from: '/signed-in/analysis/$formId/$questionId' })
  const search = useAnalysisSearch()
  const form = useQuery(read(analysis.form, { params: { formId } }))
  const question = form.data
    ?.flatMap(({ questions }) => questions)
    .find(({ id }) => String(id) === questionId)
  const isMissing = form.data !== undefined || form.failureReason?.code === 'thing.not-found'
  return (
    <Page
      title={question ? titleOf(question) : t(say.analysis)}
      asOf={<FiguresAsOf />}
      back={
        <Link
          to="/analysis"
          search={{ ...filterOf(search), form: Number(formId) as NonNullable<typeof search.form> }}
        >
          {t(say.back)}
        </Link>
      }
      filters={<Filters />}
    >
      {question ? (
        <>
          <QuestionCard question={question} />
          <BreakdownCard key={question.id} question={question} />
          {rulesOf(question.kind).hasLimits && <OutliersCard question={question} />}
          <TextsCard question={question} />
        </>
      ) : isMissing ? (
        <EmptyState icon="chart" title={t(say.noQuestion)} />
      ) : form.failureReason ? (
        <ErrorState problem={form.failureReason} retry={() => void form.refetch()} />
      ) : (
        <Loading />
      )}
    </Page>
  )
}
