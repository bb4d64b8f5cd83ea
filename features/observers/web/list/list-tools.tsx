import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '#features/session/web/may.tsx'
import { t } from '#kit/web/language.ts'
import { FiltersButton } from '#kit/web/ui/table/filters-button.tsx'
import { say } from '../../copy.ts'
import { FilterForm } from './filter-form.tsx'
import { useListSearch } from './list-search.ts'
import { type View, ViewSwitch } from './view-switch.tsx'

/** The filters of the list, and its view; on a phone the filters unfold on request. */
export function ListTools({ view, onView }: { view: View; onView: (view: View) => void }) {
  const { search, isTrash } = useListSearch()
  const filters = [search.name, search.phone, search.cannotSignIn]
  const inUse = filters.filter((each) => each !== undefined).length
  const mayRestore = useMay('observers')
  const [isUnfolded, setUnfolded] = useState(false)
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2 print:hidden">
      <FiltersButton
        inUse={inUse}
        isUnfolded={isUnfolded}
        onUnfold={setUnfolded}
        controls="filters"
        className="sm:hidden"
      />
      <div
        id="filters"
        className={`min-w-0 grow max-sm:order-last max-sm:basis-full ${isUnfolded ? '' : 'max-sm:hidden'}`}
      >
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
