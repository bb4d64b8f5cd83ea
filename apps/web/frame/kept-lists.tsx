import { answers } from '#features/answers/contract.ts'
import { AnswerSearch, filtersOf, listQuery } from '#features/answers/web/search.ts'
import { incidents } from '#features/incidents/contract.ts'
import { IncidentSearch } from '#features/incidents/web/search.ts'
import { observers } from '#features/observers/contract.ts'
import { filterOf } from '#features/observers/web/list/list-search.ts'
import { ObserverSearch } from '#features/observers/web/search.ts'
import type { View } from '#features/views/contract.ts'
import { ViewsMenu } from '#features/views/web/views-menu.tsx'
import { call } from '#kit/web/read/api.ts'

/** The menu of kept lists, with the lengths of those that people work through. */
export const KeptLists = () => <ViewsMenu count={countOf} />

/** How many rows a kept list has now; undefined: it is not counted. */
async function countOf({ list, search }: View): Promise<number | undefined> {
  const found = await counting[list]?.(Object.fromEntries(new URLSearchParams(search)))
  return found?.totalItems
}

type Counting = (search: object) => Promise<{ readonly totalItems: number }>

const first = { page: 1, pageSize: 1 } as const

const counting: Partial<Record<View['list'], Counting>> = {
  '/answers': (typed) => {
    const search = AnswerSearch.parse(typed)
    const query = { ...filtersOf(search), ...listQuery(search, search.urgente === true), ...first }
    return call(answers.list, { query })
  },
  '/incidents': (typed) => {
    const { page: _, view: __, ...filters } = IncidentSearch.parse(typed)
    return call(incidents.list, { query: { ...filters, ...first } })
  },
  '/observatori': (typed) =>
    call(observers.list, { query: { ...filterOf(ObserverSearch.parse(typed)), ...first } }),
}
