import { useQuery } from '@tanstack/react-query'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { type Category, incidents } from '../contract.ts'
import { starterNames } from '../copy.ts'
import type { Incident } from '../incident-contract.ts'

/** The reads that a change of an incident invalidates. */
export const touches = {
  touches: [
    ...[incidents.list, incidents.get, incidents.ofReport, incidents.listCategories],
    ...[incidents.listTargets, incidents.listSuggestions],
  ],
}

/** The name of a category in the reader's language, or as the organiser named it. */
export const nameOfCategory = ({ code, name }: Pick<Category, 'code' | 'name'>): string => {
  const starters: Readonly<Record<string, (typeof starterNames)['other']>> = starterNames
  return name ?? (starters[code] ? t(starters[code]) : code)
}

export const categoryOf = ({ category, categoryName }: Incident): string =>
  nameOfCategory({ code: category, name: categoryName })

/** The categories to choose from; a retired one only where it is `chosen`. */
export function useCategories(chosen?: string): readonly { readonly id: string; text: string }[] {
  const { data = [] } = useQuery(read(incidents.listCategories, {}))
  return data
    .filter(({ code, isRetired }) => !isRetired || code === chosen)
    .map((one) => ({ id: one.code, text: nameOfCategory(one) }))
}
