import { Link } from '@tanstack/react-router'
import { useMay } from '#features/session/web/may.tsx'
import { t } from '#kit/web/language.ts'
import { say } from '../../copy.ts'
import { FilterForm } from './filter-form.tsx'
import { useListSearch } from './list-search.ts'
import { type View, ViewSwitch } from './view-switch.tsx'

/** The filters of the list, and its view. */
export function ListTools({ view, onView }: { view: View; onView: (view: View) => void }) {
  const { isTrash } = useListSearch()
  const mayRestore = useMay('observers')
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2 print:hidden">
      <div className="min-w-0 grow">
        <FilterForm />
      </div>
      {!isTrash && mayRestore && (
        <Link
          to="/observatori"
          search={{ deleted: true }}
          className="flex h-9 items-center rounded-md text-small text-muted hover:text-ink hover:underline max-sm:h-11"
        >
          {t(say.deletedObservers)}
        </Link>
      )}
      <ViewSwitch view={view} onChange={onView} />
    </div>
  )
}
