import { useQuery } from '@tanstack/react-query'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { FiguresAsOf } from '#kit/web/ui/feedback/figures-as-of.tsx'
import { EmptyState, Loaded, Loading } from '#kit/web/ui/feedback/states.tsx'
import { Page } from '#kit/web/ui/page.tsx'
import { analysis } from '../contract.ts'
import { say } from '../copy.ts'
import { Filters } from './filters.tsx'
import { OpenQuestion, QuestionCard } from './question-card.tsx'
import { useForms } from './use-forms.ts'

/** How every question of a form was answered. */
export function AnalysisPage() {
  const { open, isLoaded } = useForms()
  return (
    <Page title={t(say.analysis)} asOf={<FiguresAsOf />} filters={<Filters hasForms />}>
      {open !== undefined ? (
        <Sections formId={open} />
      ) : isLoaded ? (
        <EmptyState icon="chart" title={t(say.noForms)} />
      ) : (
        <Loading />
      )}
    </Page>
  )
}

function Sections({ formId }: { formId: number }) {
  const form = useQuery(read(analysis.form, { params: { formId } }))
  if (form.failureReason?.code === 'thing.not-found')
    return <EmptyState icon="chart" title={t(say.noForm)} />
  return (
    <Loaded query={form}>
      {(sections) => (
        <>
          {sections.map(({ id, title, questions }) => (
            <section key={id} aria-label={title} className="grid grid-cols-1 gap-4">
              {title && <h2 className="pt-2 text-large font-strong">{title}</h2>}
              <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
                {questions.map((question) => (
                  <QuestionCard key={question.id} question={question}>
                    <OpenQuestion formId={formId} question={question} />
                  </QuestionCard>
                ))}
              </div>
            </section>
          ))}
        </>
      )}
    </Loaded>
  )
}
