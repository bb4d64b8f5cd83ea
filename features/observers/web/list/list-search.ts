import { useSearch } from '@tanstack/react-router'
import { useNarrow } from '#kit/web/search.ts'
import type { Sort } from '#kit/web/ui/table/sort.ts'
import { ObserverFilter } from '../../contract.ts'
import type { ObserverSearch } from '../search.ts'

export const pageSize = 100

/** The state in the URL, and how to change page, order or filters. */
export function useListSearch() {
  const search = useSearch({ from: '/signed-in/observatori' })
  return { search, go: useNarrow<ObserverSearch>(), isTrash: search.deleted === true }
}

/** The filter as the server gets it; whatever the page. */
export const filterOf = (search: ObserverSearch) => {
  const { name, phone, order, sharing, cannotSignIn, deleted } = search
  const { by: sort } = sortOf(search)
  return {
    ...(name && { name }),
    ...(phone && { number: phone }),
    sort,
    ...(order && { order }),
    ...(sharing && { sharing }),
    ...(cannotSignIn && { cannotSignIn }),
    ...(deleted && { deleted }),
  }
}

export const isNarrowed = ({
  name,
  phone,
  sharing,
  cannotSignIn,
}: Pick<ObserverSearch, 'name' | 'phone' | 'sharing' | 'cannotSignIn'>): boolean =>
  [name, phone, sharing, cannotSignIn].some((value) => value !== undefined)

/** No filter at all. */
export const unfiltered = {
  name: undefined,
  phone: undefined,
  sharing: undefined,
  cannotSignIn: undefined,
} as const satisfies Partial<ObserverSearch>

const columns = ObserverFilter.shape.sort.unwrap()

export const isSortKey = (field: string) => columns.safeParse(field).success

/** The URL's order for the table's headings. */
export const sortOf = ({ sort, order }: Pick<ObserverSearch, 'sort' | 'order'>) =>
  ({
    by: columns.catch('name').parse(sort),
    direction: order === 'desc' ? 'descending' : 'ascending',
  }) satisfies Sort

/** The order for the URL; the default is left out. */
export const orderedBy = ({ by, direction }: Sort): Pick<ObserverSearch, 'sort' | 'order'> => ({
  sort: by === 'name' ? undefined : by,
  order: direction === 'ascending' ? undefined : 'desc',
})
