import { useQuery } from '@tanstack/react-query'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { say } from '../copy.ts'
import { pinnedQuestions } from '../pins-contract.ts'
import { OpenQuestion, QuestionCard } from './question-card.tsx'

/** The questions that are pinned to the statistics; nothing without any. */
export function PinnedCards() {
  const { data = [] } = useQuery(read(pinnedQuestions.list, {}))
  if (data.length === 0) return null
  return (
    <section aria-label={t(say.pinned)} className="grid grid-cols-1 gap-4">
      <h2 className="text-large font-strong">{t(say.pinned)}</h2>
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
        {data.map(({ formId, question }) => (
          <QuestionCard key={question.id} question={question} isPinned>
            <OpenQuestion formId={formId} question={question} />
          </QuestionCard>
        ))}
      </div>
    </section>
  )
}
