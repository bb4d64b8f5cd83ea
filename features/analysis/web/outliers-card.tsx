import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { valueText } from '#features/forms/web/value-text.ts'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { Card } from '#kit/web/ui/card.tsx'
import { Loaded } from '#kit/web/ui/feedback/states.tsx'
import { Pagination } from '#kit/web/ui/table/pagination.tsx'
import { type AnalysedQuestion, analysis } from '../contract.ts'
import { say } from '../copy.ts'
import { filterOf, useAnalysisSearch } from './search.ts'
import { ToReport } from './to-report.tsx'

const pageSize = 20

/** The numbers far from the others, each leading to its report; nothing where there is none. */
export function OutliersCard({ question }: { question: AnalysedQuestion }) {
  const filter = filterOf(useAnalysisSearch())
  const [page, look] = useState(1)
  const outliers = useQuery({
    ...read(analysis.outliers, {
      params: { questionId: question.id },
      query: { ...filter, page, pageSize },
    }),
    placeholderData: (before) => before,
  })
  if (outliers.data?.totalItems === 0) return null
  return (
    <Card title={t(say.outliersTitle)} about={t(say.usualWhy)}>
      <Loaded query={outliers}>
        {({ data, totalItems }) => (
          <>
            <ul className="divide-y divide-line">
              {data.map((one) => (
                <li
                  key={`${one.observerId}/${one.pollingStationId}`}
                  className="flex flex-wrap items-baseline gap-x-4 py-2"
                >
                  <strong className="font-strong tabular-nums">
                    {valueText(question, one.value)}
                  </strong>
                  <span className="text-small text-muted">
                    <ToReport of={one} />
                  </span>
                </li>
              ))}
            </ul>
            <Pagination {...{ page, pageSize, totalItems }} onChange={(to) => look(to.page)} />
          </>
        )}
      </Loaded>
    </Card>
  )
}
