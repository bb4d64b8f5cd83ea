import { useQuery } from '@tanstack/react-query'
import type { Id } from '#kit/contract/value/id.ts'
import { read } from '#kit/web/read/api.ts'
import { forms } from '../contract.ts'

/** An option with the code of its question, for a list that is narrowed by it; `…` until it is loaded, its number if there is none. */
export function useOptionName(id: Id<'options'> | undefined): string | undefined {
  const { data, isError } = useQuery({
    ...read(forms.option, { params: { id: id ?? 0 } }),
    enabled: id !== undefined,
  })
  if (id === undefined) return undefined
  if (isError) return String(id)
  return data ? `${data.questionCode} – ${data.text}` : '…'
}
