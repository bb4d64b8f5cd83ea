import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { Card } from '#kit/web/ui/card.tsx'
import { EmptyState, Loaded } from '#kit/web/ui/feedback/states.tsx'
import { SearchField } from '#kit/web/ui/field/search-field.tsx'
import { Pagination } from '#kit/web/ui/table/pagination.tsx'
import { type AnalysedQuestion, type AnswerText, analysis } from '../contract.ts'
import { say } from '../copy.ts'
import { filterOf, useAnalysisSearch } from './search.ts'
import { ToReport } from './to-report.tsx'

const pageSize = 20

/** What observers wrote with their answers, each leading to its report. */
export function TextsCard({ question }: { question: AnalysedQuestion }) {
  const filter = filterOf(useAnalysisSearch())
  const [{ search, page }, look] = useState({ search: '', page: 1 })
  const query = { ...filter, search: useDeferredValue(search), page, pageSize }
  const texts = useQuery({
    ...read(analysis.texts, { params: { questionId: question.id }, query }),
    placeholderData: (before) => before,
  })
  return (
    <Card title={t(say.texts)}>
      <SearchField
        label={t(say.search)}
        value={search}
        onChange={(typed) => look({ search: typed, page: 1 })}
        className="max-w-sm"
      />
      <Loaded query={texts}>
        {({ data, totalItems }) =>
          totalItems === 0 ? (
            <EmptyState icon="note" title={t(say.noTexts)} />
          ) : (
            <>
              <ul className="divide-y divide-line">
                {data.map((one) => (
                  <Text
                    key={`${one.observerId}/${one.pollingStationId}/${one.optionId}`}
                    of={one}
                    question={question}
                  />
                ))}
              </ul>
              <Pagination
                {...{ page, pageSize, totalItems }}
                onChange={(to) => look({ search, page: to.page })}
              />
            </>
          )
        }
      </Loaded>
    </Card>
  )
}

function Text({ of, question }: { of: AnswerText; question: AnalysedQuestion }) {
  const option = question.options.find(({ id }) => id === of.optionId)
  return (
    <li className="grid gap-1 py-2">
      <p className="wrap-anywhere whitespace-pre-line">{of.text}</p>
      <p className="text-small text-muted">
        {option?.text} · <ToReport of={of} />
      </p>
    </li>
  )
}
