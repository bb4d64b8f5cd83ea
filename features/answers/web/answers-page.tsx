import { Outlet } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import { deferred } from '#kit/web/deferred.ts'
import { t } from '#kit/web/language.ts'
import { PageTitle } from '#kit/web/page-title.tsx'
import { Heading } from '#kit/web/ui/heading.tsx'
import { say } from '../copy.ts'
import type { Bulk } from './bulk/bulk.ts'
import { useReview } from './search.ts'
import { ThreadList, useTotal } from './thread-list.tsx'

/** The list is drawn before anybody can want to filter it. */
const FilterForm = deferred(async () => (await import('./filter/filter-form.tsx')).FilterForm)

/**
 * The list of reports and, beside it, the open one; on a phone one or the other.
 * @param beside shown there while no report is open
 */
export function AnswersPage({ actions, beside }: { actions: ReactNode; beside: ReactNode }) {
  const { open } = useReview()
  const [bulk, setBulk] = useState<Bulk>()
  const aside = open ? 'max-lg:hidden print:hidden' : ''

  return (
    <>
      <Heading
        actions={actions}
        filters={
          <Suspense fallback={<div className="sm:min-h-9 lg:min-h-23.5" />}>
            <FilterForm bulk={bulk} onBulk={setBulk} />
          </Suspense>
        }
        className={aside}
      >
        <Title />
      </Heading>
      <div className="flex min-h-0 flex-1 border-t border-line bg-surface">
        <div
          className={`flex min-h-0 w-full flex-col lg:w-5/12 lg:border-e lg:border-line print:w-full ${aside}`}
        >
          <ThreadList bulk={bulk} />
        </div>
        <div className={`min-h-0 min-w-0 flex-1 ${open ? '' : 'max-lg:hidden print:hidden'}`}>
          {open ? <Outlet /> : <Nothing>{beside}</Nothing>}
        </div>
      </div>
    </>
  )
}

/** No report is open. */
const Nothing = ({ children }: { children: ReactNode }) => (
  <div className="h-full overflow-y-auto px-6 py-4">
    {children}
    <p className="mt-6 text-small text-muted">
      {t(say.nothingSelected)}. {t(say.nothingSelectedWhy)}
    </p>
  </div>
)

function Title() {
  const { search, isUrgent, open } = useReview()
  const total = useTotal()
  const ofAll = search.withNotes ? say.reportsWithNotes : say.allAnswers
  const title = t(isUrgent ? say.urgentAnswers : ofAll)

  return (
    <>
      {!open && <PageTitle of={title} />}
      <h1 data-arrival="" tabIndex={-1} className="text-title font-strong outline-none">
        {title}
      </h1>
      <p className="text-muted">{total !== undefined && t(say.total, { count: total })}</p>
    </>
  )
}
