import { Link } from '@tanstack/react-router'
import { t } from '#kit/web/language.ts'
import { say } from '../../copy.ts'
import { useCoverageSearch } from './use-coverage.ts'

const look = 'rounded-md font-strong text-ink hover:text-ours hover:underline'

/** Links an area to its sub-areas, or an innermost one to its stations in the plan. */
export function AreaName({
  id,
  name,
  isDivided,
}: {
  id: number
  name: string
  isDivided: boolean
}) {
  const { search } = useCoverageSearch()
  const areaId = String(id)
  if (isDivided)
    return (
      <Link to="/statistics/coverage" search={{ ...search, areaId }} className={look}>
        {name}
      </Link>
    )
  return (
    <Link
      to="/deployment/plan"
      search={{ list: 'areas', areaId }}
      title={t(say.planOf, { name })}
      className={look}
    >
      {name}
    </Link>
  )
}
