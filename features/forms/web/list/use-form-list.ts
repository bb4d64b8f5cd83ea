import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMay } from '#features/session/web/may.tsx'
import { Problem } from '#kit/contract/problem.ts'
import { t } from '#kit/web/language.ts'
import { explain } from '#kit/web/problems.ts'
import { call, read, useTouch } from '#kit/web/read/api.ts'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { type FormMeta, forms } from '../../contract.ts'
import { say } from '../../copy.ts'
import { inOrder, orderOfAll } from './form-order.ts'

/** A form's name; a draft may have neither code nor title yet. */
export const nameOf = ({ code, description }: Pick<FormMeta, 'code' | 'description'>) =>
  [code, description].filter((word) => word !== '').join(' – ') || t(say.unnamed)

/** Whether the current user may change forms; undefined while that is not known. */
export const useMayChange = (): boolean | undefined => useMay('set-up')

/** Both lists: forms move between them. */
export function useFormLists() {
  const published = useQuery(read(forms.list, { query: { draft: false } }))
  const drafts = useQuery(read(forms.list, { query: { draft: true } }))
  return { published, drafts }
}

/** The forms of a list in their order, and a setter for it with optimistic updates. */
export function useOrder(all: readonly FormMeta[], list: readonly FormMeta[] | undefined) {
  const touch = useTouch()
  /** The requested order that is not stored yet. */
  const [wanted, setWanted] = useState<FormMeta['id'][]>()
  // One after the other, in both lists, which share one order: the last request wins.
  const { mutateAsync: store } = useMutation({
    mutationFn: (ids: FormMeta['id'][]) => call(forms.reorder, { body: { ids } }),
    scope: { id: forms.reorder.path },
  })

  const setOrder = async (ids: FormMeta['id'][]) => {
    setWanted(ids)
    try {
      await store(orderOfAll(all, ids))
      await touch(forms.list)
    } catch (failure) {
      refused(failure, t(say.orderNotSaved))
    } finally {
      setWanted((latest) => (latest === ids ? undefined : latest))
    }
  }
  return { rows: list && wanted ? inOrder(list, wanted) : list, setOrder }
}

/** Shows why something failed. */
export function refused(failure: unknown, title = t(say.notDone)): void {
  if (!(failure instanceof Problem)) throw failure
  toast.error({ title, text: explain(failure) })
}
